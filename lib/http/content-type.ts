import { isUtf8 } from "node:buffer";
import { lookup } from "mime-types";

/** Map data types that mime-types lacks or names differently. */
const mapTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b3dm: "application/octet-stream",
    cmpt: "application/octet-stream",
    czml: "application/json",
    dbf: "application/octet-stream",
    fgb: "application/vnd.flatgeobuf",
    geotiff: "image/tiff",
    gpkg: "application/geopackage+sqlite3",
    i3dm: "application/octet-stream",
    ico: "image/x-icon",
    laz: "application/vnd.laszip",
    mbtiles: "application/vnd.sqlite3",
    parquet: "application/vnd.apache.parquet",
    pbf: "application/x-protobuf",
    pmtiles: "application/vnd.pmtiles",
    pnts: "application/octet-stream",
    prj: "text/plain",
    qml: "application/xml",
    sqlite: "application/vnd.sqlite3",
    terrain: "application/vnd.quantized-mesh",
    topojson: "application/json",
  }),
);

/** Text without a charset of its own. XML names its charset in its first line. */
const utf8Text = /^text\/(?!xml)|^application\/(json|javascript|geo\+json|ld\+json|manifest\+json|json5)$|^model\/gltf\+json$/;

/** Tiles that exporters compress individually. */
export const tileFormats: ReadonlySet<string> = new Set(["b3dm", "cmpt", "i3dm", "mvt", "pbf", "pnts", "svgz", "terrain"]);

/** Programs read these formats in parts, by the offsets and length of the file, so they are never compressed in transfer. */
const readInPartsFormats = /^(fgb|geotiff|gpkg|kmz|las|laz|m4a|m4v|mbtiles|mov|mp3|mp4|ogg|ogv|parquet|pmtiles|sqlite|tiff?|wav|webm|zip)$/;
/** Formats with a compression of their own, or whose gzip belongs to the file. */
const neverGzip = /^(?!image\/svg)(image|video|audio|font)\//;
const gzipArchives: ReadonlySet<string> = new Set(["gzip", "tar", "tgz"]);

export function isReadInParts(name: string): boolean {
  return readInPartsFormats.test(extensionOf(name));
}

/** Returns the name of a compressed file without `.gz`. An archive keeps its name. */
export function withoutGz(name: string): string {
  const inner = /^(.+)\.gz$/i.exec(name)?.[1];
  return inner === undefined || extensionOf(inner) === "tar" ? name : inner;
}

/** Returns true for a file that an exporter may have compressed for transfer. Its first bytes show whether it has. */
export function mayBeGzip(name: string): boolean {
  const extension = extensionOf(withoutGz(name));
  if (extension === "gz" || gzipArchives.has(extension) || readInPartsFormats.test(extension)) return false;
  return !neverGzip.test(contentTypeOf(withoutGz(name)));
}

const types = new Map<string, string>();

function findType(extension: string): string {
  const type = mapTypes.get(extension) ?? (lookup(extension) || "application/octet-stream");
  return utf8Text.test(type) ? `${type}; charset=utf-8` : type;
}

/** Returns the Content-Type for a file name. Maps are sent with `nosniff`, so unknown types are octet streams. */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name);
  let type = types.get(extension);
  if (type === undefined) {
    type = extension === "" ? "application/octet-stream" : findType(extension);
    // Bounded, because users can upload any extension.
    if (types.size < 1_000) types.set(extension, type);
  }
  return type;
}

/** Text and code, which are read as a whole. */
const compressible =
  /^text\/|^application\/(javascript|wasm)$|^application\/([a-z.-]+\+)?(json|xml|json5)$|^image\/svg\+xml$|^model\/gltf\+json$/;

/** Returns true for types that are sent compressed at any size. Readers of other large files (video, PMTiles, GeoTIFF) request ranges. */
export function travelsCompressed(name: string): boolean {
  return compressible.test(contentTypeOf(name).split(";", 1)[0] ?? "");
}

const pageOrCode = /^(text\/(html|css|javascript)|application\/(xhtml\+xml|javascript|wasm))\b/;

/** Returns true for pages, scripts and styles, which must fit each other. */
export function isPageOrCode(name: string): boolean {
  return pageOrCode.test(contentTypeOf(name));
}

/** Returns the extension of a file name in lower case, or "". */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") ? name.slice(dot + 1).toLowerCase() : "";
}

const CHARSET = "; charset=utf-8";
/** Text whose author may have used another encoding. JSON is UTF-8 by its definition. */
const AUTHORED = /^(text\/|application\/javascript)/;

/** Returns true for a Content-Type whose charset depends on the bytes. */
export function needsCharsetCheck(contentType: string): boolean {
  return contentType.endsWith(CHARSET) && AUTHORED.test(contentType);
}

/** Returns true when bytes are UTF-8. @param isWhole false when a character may be cut off at their end */
export function isUtf8Text(bytes: Uint8Array, isWhole: boolean): boolean {
  if (isUtf8(bytes)) return true;
  const cut = [1, 2, 3].filter((length) => length < bytes.length);
  return !isWhole && cut.some((length) => isUtf8(bytes.subarray(0, bytes.length - length)));
}

/** Removes the charset, so that a page in another encoding names its own (HTML Standard, 13.2.3.2). */
export function withoutCharset(contentType: string): string {
  return contentType.slice(0, -CHARSET.length);
}
