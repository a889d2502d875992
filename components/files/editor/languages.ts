import type { Extension } from "@codemirror/state";

interface Language {
  label: string;
  endings: string;
  load: () => Promise<Extension>;
}

const script = async (config?: { jsx?: boolean; typescript?: boolean }) => (await import("@codemirror/lang-javascript")).javascript(config);

const languages: readonly Language[] = [
  { label: "CSS", endings: "css", load: async () => (await import("@codemirror/lang-css")).css() },
  { label: "HTML", endings: "html htm xhtml", load: async () => (await import("@codemirror/lang-html")).html() },
  { label: "JavaScript", endings: "js mjs cjs", load: () => script() },
  { label: "JavaScript (JSX)", endings: "jsx", load: () => script({ jsx: true }) },
  { label: "JSON", endings: "json geojson topojson webmanifest", load: async () => (await import("@codemirror/lang-json")).json() },
  { label: "Markdown", endings: "md markdown", load: async () => (await import("@codemirror/lang-markdown")).markdown() },
  { label: "Python", endings: "py", load: async () => (await import("@codemirror/lang-python")).python() },
  { label: "SQL", endings: "sql", load: async () => (await import("@codemirror/lang-sql")).sql() },
  { label: "TypeScript", endings: "ts mts cts", load: () => script({ typescript: true }) },
  { label: "TypeScript (TSX)", endings: "tsx", load: () => script({ jsx: true, typescript: true }) },
  {
    label: "XML",
    endings: "xml svg kml gpx xsd xsl xslt sld qgs qml gml rss atom",
    load: async () => (await import("@codemirror/lang-xml")).xml(),
  },
  { label: "YAML", endings: "yaml yml", load: async () => (await import("@codemirror/lang-yaml")).yaml() },
];

const byEnding = new Map(languages.flatMap((language) => language.endings.split(" ").map((ending) => [ending, language] as const)));

function languageOf(fileName: string): Language | undefined {
  return byEnding.get(/\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "");
}

export function languageLabel(fileName: string): string {
  return languageOf(fileName)?.label ?? "Plain text";
}

/** Loads the syntax highlighting of a file. Returns an empty extension for plain text, or when loading fails. */
export async function loadLanguage(fileName: string): Promise<Extension> {
  return (
    (await languageOf(fileName)
      ?.load()
      .catch(() => [])) ?? []
  );
}
