import { lookup } from "mime-types";

/** Types of map data that the registry of mime-types lacks, or names otherwise than what reads them expects. */
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

/** Text without a charset of its own. XML is not among it: its own first line names the charset, and a header would overrule that. */
const utf8Text = /^text\/(?!xml)|^application\/(json|javascript|geo\+json|ld\+json|manifest\+json|json5)$|^model\/gltf\+json$/;

/** Tiles that exporters compress one by one and expect the server to say so. No such format begins as gzip does. */
export const tileFormats: ReadonlySet<string> = new Set(["b3dm", "cmpt", "i3dm", "mvt", "pbf", "pnts", "svgz", "terrain"]);

const types = new Map<string, string>();

function findType(extension: string): string {
  const type = mapTypes.get(extension) ?? (lookup(extension) || "application/octet-stream");
  return utf8Text.test(type) ? `${type}; charset=utf-8` : type;
}

/**
 * The Content-Type of a file by its name. Maps are sent with `nosniff`, so what is not known is bytes.
 * @param name of the file, with or without folders
 */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name);
  let type = types.get(extension);
  if (type === undefined) {
    type = extension === "" ? "application/octet-stream" : findType(extension);
    // Extensions are whatever people upload; only as many are kept as anybody needs.
    if (types.size < 1_000) types.set(extension, type);
  }
  return type;
}

/** Text and code: read as a whole, and a fraction of its size on the way when compressed. */
const compressible =
  /^text\/|^application\/(javascript|wasm)$|^application\/([a-z.-]+\+)?(json|xml|json5)$|^image\/svg\+xml$|^model\/gltf\+json$/;

/**
 * True for files that should travel compressed whatever their size. Whoever wants a part of any other large file
 * (video, PMTiles, GeoTIFF, what nobody knows) counts on reading just that part.
 */
export function travelsCompressed(name: string): boolean {
  return compressible.test(contentTypeOf(name).split(";", 1)[0] ?? "");
}

/** What stands after the last dot of a file's name, in lower case; "" when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > name.lastIndexOf("/") ? name.slice(dot + 1).toLowerCase() : "";
}
