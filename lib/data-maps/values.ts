/** The two files that make a data map; at the top of its tree. */
export const MAP_FILE = "map.json";
export const PAGE_FILE = "index.html";

/** What a layer says whose conversion a user has ended. */
export const CONVERSION_CANCELLED = "The conversion was cancelled.";

/** Formats of layers, by the endings of their files. */
export const FORMAT_OF_ENDING = {
  pmtiles: "pmtiles",
  tif: "cog",
  tiff: "cog",
  geojson: "geojson",
  json: "geojson",
  geojsonl: "geojson",
  geojsons: "geojson",
  ndjson: "geojson",
  fgb: "flatgeobuf",
  kml: "kml",
  gpx: "gpx",
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  xyz: "csv",
  mbtiles: "mbtiles",
  shp: "gdal",
  gpkg: "gdal",
  dxf: "gdal",
  tab: "gdal",
  mif: "gdal",
  gml: "gdal",
  topojson: "gdal",
  xlsx: "gdal",
  ods: "gdal",
  asc: "gdal",
  img: "gdal",
  jp2: "gdal",
  pgw: "gdal",
  pngw: "gdal",
  jgw: "gdal",
  jpgw: "gdal",
  bag: "gdal",
  "000": "gdal",
  kmz: "gdal",
  zip: "gdal",
} as const;

/** What the GDAL of the package gdal3.js takes. Larger files and some formats need that of the machine. */
export const BUILT_IN_GDAL_BYTES = 200 * 1024 * 1024;
const NOT_BUILT_IN = /\.(jp2|bag)$/i;

/** Returns whether a file to convert needs the GDAL of the machine. @param bytes of it and those that belong to it */
export const needsInstalledGdal = (path: string, bytes: number) => bytes > BUILT_IN_GDAL_BYTES || NOT_BUILT_IN.test(path);

/** The file that every file geodatabase has at the top of its folder. It stands for the folder. */
export const GEODATABASE_FILE = "gdb";

/** Endings of files that belong to another one, such as the attributes of a Shapefile or the world file of an image. */
const SIDECARS = new Set(
  "aux cpg dat dbf gfs id idm ind j2w map mid ovr prj qgs qgz qix qmd qml qpj rrd sbn sbx shx sld tfw tfwx tifw wld xml xsd".split(" "),
);

type FileFormat = (typeof FORMAT_OF_ENDING)[keyof typeof FORMAT_OF_ENDING];

/** Format of a folder of tiles. */
export const TILES = "tiles";

/** `gdal`: converted by GDAL before it is shown. */
export type LayerFormat = FileFormat | typeof TILES;

export const FORMAT_LABELS: Readonly<Record<LayerFormat, string>> = {
  pmtiles: "PMTiles",
  cog: "Cloud Optimized GeoTIFF",
  geojson: "GeoJSON",
  flatgeobuf: "FlatGeobuf",
  kml: "KML",
  gpx: "GPX",
  csv: "CSV",
  mbtiles: "MBTiles",
  tiles: "Tiles",
  gdal: "converted",
};

export const KIND_LABELS = {
  points: "points",
  lines: "lines",
  areas: "areas",
  mixed: "several kinds",
  raster: "image",
} as const;

/** A larger FlatGeobuf file is read by its spatial index, for the view. Bytes. */
export const WHOLE_FLATGEOBUF_BYTES = 5 * 1024 * 1024;

/** Files that are read as a whole. A worker reads larger ones for seconds, in which it does nothing else. Bytes. */
export const TEXT_FILE_BYTES = {
  geojson: 50 * 1024 * 1024,
  csv: 20 * 1024 * 1024,
  kml: 5 * 1024 * 1024,
  gpx: 5 * 1024 * 1024,
} as const;

export const MAX_LAYERS = 50;

/** Files that are examined for layers. Sites of tiles in JSON have many more that are none. */
export const MAX_CANDIDATES = 1_000;

/** Colours of new layers, in their order. Each has a contrast of 3 : 1 with a white and with a dark map. */
export const LAYER_COLORS = ["#2563eb", "#d9480f", "#0f8a5f", "#9333ea", "#c2255c", "#0e7490", "#8a6d00", "#7c5c46"] as const;

/** Attributes with colours: those of simplestyle-spec 1.1, and of the icons of KML. */
export const STYLE_ATTRIBUTES: readonly string[] = ["stroke", "fill", "marker-color", "icon-color"];

/** Value of `basemap` for the file `basemap.pmtiles` of the shared assets. */
export const SHARED_BASEMAP = "shared";
export const SHARED_BASEMAP_FILE = "basemap.pmtiles";

/** Value of `basemap` for the map of the world that is part of the viewer. */
export const WORLD_BASEMAP = "world";
export const WORLD_BASEMAP_FILE = "world.pmtiles";

/** Returns the last ending of a name in lower case, without its dot; or nothing. */
export function endingOf(name: string): string {
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}

/** Returns the format that a file has by its ending, or null. The content decides for `.json` and `.csv`. */
export function formatOfName(path: string): FileFormat | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === GEODATABASE_FILE) return "gdal";
  const ending = endingOf(name);
  return Object.hasOwn(FORMAT_OF_ENDING, ending) ? FORMAT_OF_ENDING[ending as keyof typeof FORMAT_OF_ENDING] : null;
}

/** Returns true for a layer of tiles, of which a map reads those in the view only. */
export const isTiled = (format: LayerFormat) => format === "pmtiles" || format === TILES;

/** Returns true for an archive with map data in it. */
export const isArchive = (path: string) => /\.(kmz|zip)$/i.test(path);

/** Returns true for files that can be map data, or belong to one that is. */
export function isDataName(path: string): boolean {
  return formatOfName(path) !== null || SIDECARS.has(endingOf(path));
}

/** Path on the origin of a map where the origin of the application is. */
export const APPLICATION_ORIGIN_PATH = "/viewer/application-origin";

/** Path of a file of a viewer release: its hash and its name. */
const VIEWER_PATH = /^\/viewer\/([0-9a-f]{64})\/([\w.-]{1,100})$/;

/** Returns true for a file of the viewer that is read in parts. It is stored and sent as it is, without another compression. */
export const isReadInParts = (name: string) => name.endsWith(".pmtiles");

/** Returns the viewer file that a path names, or null. */
export function parseViewerPath(path: string): { hash: string; name: string } | null {
  const [, hash, name] = VIEWER_PATH.exec(path) ?? [];
  return hash === undefined || name === undefined ? null : { hash, name };
}
