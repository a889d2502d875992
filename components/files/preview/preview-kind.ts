export type PreviewKind = "image" | "text" | "map" | "video" | "audio" | "pdf";

/** Extensions by kind. What is no text is sent to be shown only if lib/files/preview/preview-types.ts knows it as well. */
const extensions: Readonly<Record<PreviewKind, string>> = {
  image: "avif bmp gif ico jpeg jpg png svg webp",
  map: "geojson topojson",
  text: "atom bat c cfg cfm cjs conf config cpp cs css csv cts czml diff env gitignore go gpx h htaccess htm html ini java js json json5 jsonc jsonl jsx kml less license log lua lyrx map md markdown mjs mts ndjson patch php pl prj properties ps1 py qgs qml r rb readme rs rss rst rtx sass scss sh sld sql style svelte tab tex tfw toml ts tsv tsx txt vb vue wkt wld xhtml xml xsd xsl xslt yaml yml",
  video: "m4v mov mp4 ogv webm",
  audio: "m4a mp3 oga ogg wav",
  pdf: "pdf",
};

const kinds = new Map<string, PreviewKind>(
  (Object.entries(extensions) as [PreviewKind, string][]).flatMap(([kind, list]) => list.split(" ").map((extension) => [extension, kind])),
);

/** What stands after the last dot of a file's name, or the whole name of a file without one, in lower case. */
export function endingOf(name: string): string {
  return name
    .slice(name.lastIndexOf("/") + 1)
    .replace(/^.*\./, "")
    .toLowerCase();
}

export function previewKind(name: string): PreviewKind | null {
  return kinds.get(endingOf(name)) ?? null;
}

/** True of files that are text inside, pictures drawn in XML among them: the editor opens them. */
export function isTextual(name: string): boolean {
  const kind = previewKind(name);
  return kind === "text" || kind === "map" || endingOf(name) === "svg";
}
