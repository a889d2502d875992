/** Languages that the editor colours. */
export type LanguageName =
  | "css"
  | "html"
  | "javascript"
  | "json"
  | "jsx"
  | "markdown"
  | "python"
  | "sql"
  | "tsx"
  | "typescript"
  | "xml"
  | "yaml";

const extensions: Readonly<Record<LanguageName, readonly string[]>> = {
  css: ["css"],
  html: ["html", "htm", "xhtml"],
  javascript: ["js", "mjs", "cjs"],
  json: ["json", "geojson", "topojson", "webmanifest"],
  jsx: ["jsx"],
  markdown: ["md", "markdown"],
  python: ["py"],
  sql: ["sql"],
  tsx: ["tsx"],
  typescript: ["ts", "mts", "cts"],
  xml: ["xml", "svg", "kml", "gpx", "xsd", "xsl", "xslt", "sld", "qgs", "qml", "gml", "rss", "atom"],
  yaml: ["yaml", "yml"],
};

const languages = new Map<string, LanguageName>(
  (Object.entries(extensions) as [LanguageName, readonly string[]][]).flatMap(([language, list]) =>
    list.map((extension): [string, LanguageName] => [extension, language]),
  ),
);

/** Names of the languages for people. */
const labels: Readonly<Record<LanguageName, string>> = {
  css: "CSS",
  html: "HTML",
  javascript: "JavaScript",
  json: "JSON",
  jsx: "JavaScript (JSX)",
  markdown: "Markdown",
  python: "Python",
  sql: "SQL",
  tsx: "TypeScript (TSX)",
  typescript: "TypeScript",
  xml: "XML",
  yaml: "YAML",
};

/** @returns the language of a file by its extension; null when it is shown as plain text */
export function languageOf(fileName: string): LanguageName | null {
  const extension = /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return languages.get(extension ?? "") ?? null;
}

/** What a person calls the language of a file: "JavaScript", "Plain text". */
export function languageLabel(fileName: string): string {
  const language = languageOf(fileName);
  return language ? labels[language] : "Plain text";
}
