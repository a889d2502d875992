import type { FileItem } from "@/lib/files/schema";
import { downloadAddress } from "../manager/actions/file-addresses";

export interface PreviewSource extends Pick<FileItem, "path" | "name" | "size"> {
  project: string;
  url: string;
}

/** Returns the source of a file's preview. @param version changes with the content, so that the browser doesn't use its cache */
export function previewSource(project: string, file: Pick<FileItem, "path" | "name" | "size">, version: string): PreviewSource {
  const { path, name, size } = file;
  // Text is fetched by script, and the server may not allow its type inline.
  const isShown = !isTextual(name) || previewKind(name) === "image";
  return { project, path, name, size, url: `${downloadAddress(project, [path], isShown)}&v=${encodeURIComponent(version)}` };
}

type PreviewKind = "image" | "text" | "map" | "video" | "audio" | "pdf";

/** File extensions by kind. The server must also list non-text extensions in lib/files/preview/preview-types.ts. */
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

/** Returns a file's extension in lower case, or its whole name if it has no extension. */
export function endingOf(name: string): string {
  return name
    .slice(name.lastIndexOf("/") + 1)
    .replace(/^.*\./, "")
    .toLowerCase();
}

export function previewKind(name: string): PreviewKind | null {
  return kinds.get(endingOf(name)) ?? null;
}

const binary =
  /^(7z|bin|br|bz2|dbf|doc|docx|eot|exe|fgb|glb|gpkg|gz|jar|mbtiles|mvt|otf|parquet|pbf|pmtiles|rar|shp|shx|so|sqlite|tar|tgz|tif|tiff|ttf|wasm|woff|woff2|xls|xlsx|xz|zip|zst)$/;

/** Returns false for files that are not text by their extension. */
export function mayBeText(name: string): boolean {
  return isTextual(name) || (previewKind(name) === null && !binary.test(endingOf(name)));
}

/** Returns true for files that the editor opens as text, including SVG. */
export function isTextual(name: string): boolean {
  const kind = previewKind(name);
  return kind === "text" || kind === "map" || endingOf(name) === "svg";
}
