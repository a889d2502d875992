/** A format that GDAL reads. */
export interface GdalFormat {
  label: string;
  /** Drivers of GDAL, in the order in which they are tried. */
  drivers: readonly string[];
  content: "vector" | "raster" | "both";
  /** The file never says which projection it has. */
  isWithoutProjection?: boolean;
}

const MAPINFO: GdalFormat = { label: "MapInfo", drivers: ["MapInfo File"], content: "vector" };
const JSON_DRIVERS = ["GeoJSON", "GeoJSONSeq", "ESRIJSON", "TopoJSON"];
const GRID: GdalFormat = { label: "Grid", drivers: ["AAIGrid", "GRASSASCIIGrid", "XYZ"], content: "raster" };
const TABLE: GdalFormat = { label: "Table", drivers: ["CSV"], content: "vector" };
/** A picture, which its world file places: that is the file to convert, because most pictures are no map data. */
export const PICTURE: GdalFormat = { label: "Picture", drivers: ["PNG", "JPEG", "GIF", "WEBP", "BMP", "GTiff"], content: "raster" };
const TIFF: GdalFormat = { label: "GeoTIFF", drivers: ["GTiff"], content: "raster" };

/** Formats by the endings of their main files. Those of text and GeoTIFF are converted when a map can't show them as they are. */
const GDAL_FORMATS: Readonly<Record<string, GdalFormat>> = {
  shp: { label: "Shapefile", drivers: ["ESRI Shapefile"], content: "vector" },
  gpkg: { label: "GeoPackage", drivers: ["GPKG"], content: "both" },
  gdb: { label: "File Geodatabase", drivers: ["OpenFileGDB"], content: "vector" },
  dxf: { label: "DXF drawing", drivers: ["DXF"], content: "vector", isWithoutProjection: true },
  tab: MAPINFO,
  mif: MAPINFO,
  gml: { label: "GML", drivers: ["GML"], content: "vector" },
  fgb: { label: "FlatGeobuf", drivers: ["FlatGeobuf"], content: "vector" },
  json: { label: "JSON", drivers: JSON_DRIVERS, content: "vector" },
  geojson: { label: "GeoJSON", drivers: JSON_DRIVERS, content: "vector" },
  geojsonl: { label: "GeoJSON", drivers: JSON_DRIVERS, content: "vector" },
  ndjson: { label: "GeoJSON", drivers: JSON_DRIVERS, content: "vector" },
  topojson: { label: "TopoJSON", drivers: ["TopoJSON"], content: "vector" },
  "000": { label: "Sea chart (S-57)", drivers: ["S57"], content: "vector" },
  xlsx: { label: "Excel", drivers: ["XLSX"], content: "vector" },
  ods: { label: "OpenDocument", drivers: ["ODS"], content: "vector" },
  kml: { label: "KML", drivers: ["LIBKML", "KML"], content: "vector" },
  gpx: { label: "GPX", drivers: ["GPX"], content: "vector" },
  csv: TABLE,
  tsv: TABLE,
  txt: TABLE,
  tif: TIFF,
  tiff: TIFF,
  asc: GRID,
  xyz: GRID,
  img: { label: "ERDAS Imagine", drivers: ["HFA"], content: "raster" },
  jp2: { label: "JPEG 2000", drivers: ["JP2OpenJPEG", "JP2ECW", "JP2KAK", "JP2MrSID"], content: "raster" },
  pgw: PICTURE,
  pngw: PICTURE,
  jgw: PICTURE,
  jpgw: PICTURE,
  kmz: { label: "KMZ", drivers: [], content: "vector" },
  zip: { label: "ZIP", drivers: [], content: "both" },
  bag: { label: "BAG", drivers: ["BAG"], content: "raster" },
};

/** Returns the format of a file that GDAL converts, by its name, or null. */
export function gdalFormatOf(path: string): GdalFormat | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return GDAL_FORMATS[name.slice(name.lastIndexOf(".") + 1)] ?? null;
}
