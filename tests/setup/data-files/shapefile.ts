import { craftZip } from "../craft-zip";
import { HARBOUR_BOUNDS } from "./harbour-data";

const EARTH_RADIUS = 6_378_137;
const RADIANS = Math.PI / 180;
const POLYGON = 5;
const HEADER_BYTES = 100;

/** Esri's text of Web Mercator. */
const PROJECTION =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]';

const toMercator = (longitude: number, latitude: number): [x: number, y: number] => [
  EARTH_RADIUS * longitude * RADIANS,
  EARTH_RADIUS * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)),
];

const doubles = (values: readonly number[]) => Buffer.from(Float64Array.from(values).buffer);

function header(bytes: number, box: readonly number[]): Buffer {
  const start = Buffer.alloc(36);
  start.writeInt32BE(9994, 0);
  start.writeInt32BE(bytes / 2, 24);
  start.writeInt32LE(1000, 28);
  start.writeInt32LE(POLYGON, 32);
  return Buffer.concat([start, doubles([...box, 0, 0, 0, 0])]);
}

/** A table with one record in code page 1252, which nothing declares. */
function table(name: string, value: string): Buffer {
  const text = Buffer.from(value, "latin1");
  const head = Buffer.alloc(65);
  head.set([3, 124, 1, 1]);
  head.writeUInt32LE(1, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(1 + text.length, 10);
  head.write(name, 32, "latin1");
  head.write("C", 43, "latin1");
  head[48] = text.length;
  head[64] = 0x0d;
  return Buffer.concat([head, Buffer.from(" "), text, Buffer.of(0x1a)]);
}

/** Returns a ZIP with a Shapefile: the bounds of the harbour as an area in Web Mercator, called "Hafen Mölln". */
export function zippedShapefile(): Buffer {
  const [west, south, east, north] = HARBOUR_BOUNDS;
  const box = [...toMercator(west, south), ...toMercator(east, north)] as const;
  const [minX, minY, maxX, maxY] = box;
  const ring = [minX, minY, minX, maxY, maxX, maxY, maxX, minY, minX, minY];
  const counts = Buffer.from(Int32Array.from([1, ring.length / 2, 0]).buffer);
  const shape = Buffer.concat([Buffer.from(Int32Array.from([POLYGON]).buffer), doubles(box), counts, doubles(ring)]);
  const record = Buffer.alloc(8);
  record.writeInt32BE(1, 0);
  record.writeInt32BE(shape.length / 2, 4);
  const index = Buffer.alloc(8);
  index.writeInt32BE(HEADER_BYTES / 2, 0);
  index.writeInt32BE(shape.length / 2, 4);
  return craftZip([
    { name: "harbour.shp", data: Buffer.concat([header(HEADER_BYTES + record.length + shape.length, box), record, shape]) },
    { name: "harbour.shx", data: Buffer.concat([header(HEADER_BYTES + index.length, box), index]) },
    { name: "harbour.dbf", data: table("NAME", "Hafen Mölln") },
    { name: "harbour.prj", data: Buffer.from(PROJECTION) },
  ]);
}
