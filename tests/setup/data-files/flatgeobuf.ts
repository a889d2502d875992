import { Builder } from "flatbuffers";
import { Column } from "flatgeobuf/lib/mjs/flat-geobuf/column.js";
import { ColumnType } from "flatgeobuf/lib/mjs/flat-geobuf/column-type.js";
import { Crs } from "flatgeobuf/lib/mjs/flat-geobuf/crs.js";
import { GeometryType } from "flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js";
import { Header } from "flatgeobuf/lib/mjs/flat-geobuf/header.js";
import { serialize } from "flatgeobuf/lib/mjs/geojson.js";
import type { Feature, Position } from "geojson";
import { HARBOUR_BOUNDS, harbour } from "./harbour-data";

const MAGIC_BYTES = 8;
/** Children of a node of the index. */
const NODE_SIZE = 16;

export interface FlatGeobufOptions {
  /** EPSG number; 0 for none. */
  projection?: number;
  hasIndex?: boolean;
  hasFeatures?: boolean;
}

function header({ projection = 4326, hasIndex = true, hasFeatures = true }: FlatGeobufOptions): Uint8Array {
  const builder = new Builder();
  const columns = [
    { name: "name", type: ColumnType.String },
    { name: "depth", type: ColumnType.Double },
  ].map(({ name, type }) => {
    const text = builder.createString(name);
    Column.startColumn(builder);
    Column.addName(builder, text);
    Column.addType(builder, type);
    return Column.endColumn(builder);
  });
  const columnsAt = Header.createColumnsVector(builder, columns);
  const envelope = Header.createEnvelopeVector(builder, [...HARBOUR_BOUNDS]);
  Crs.startCrs(builder);
  Crs.addCode(builder, projection);
  const crs = Crs.endCrs(builder);
  const name = builder.createString("harbour");
  Header.startHeader(builder);
  Header.addName(builder, name);
  Header.addCrs(builder, crs);
  Header.addEnvelope(builder, envelope);
  Header.addColumns(builder, columnsAt);
  Header.addGeometryType(builder, GeometryType.Unknown);
  Header.addFeaturesCount(builder, BigInt(hasFeatures ? harbour.features.length : 0));
  Header.addIndexNodeSize(builder, hasIndex ? NODE_SIZE : 0);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}

function boxOf({ geometry }: Feature): number[] {
  const positions = ("coordinates" in geometry ? geometry.coordinates.flat(2) : []) as number[];
  const flat: Position = geometry.type === "Point" ? geometry.coordinates : positions;
  const [xs, ys] = [flat.filter((_, index) => index % 2 === 0), flat.filter((_, index) => index % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns an index of one root above its features (packed R-tree, 40 bytes for each node). */
function index(offsets: readonly number[]): Buffer {
  const nodes = [
    { box: [...HARBOUR_BOUNDS], offset: 1 },
    ...harbour.features.map((feature, at) => ({ box: boxOf(feature), offset: offsets[at] ?? 0 })),
  ];
  const bytes = Buffer.alloc(nodes.length * 40);
  for (const [at, { box, offset }] of nodes.entries()) {
    for (const [side, value] of box.entries()) bytes.writeDoubleLE(value, at * 40 + side * 8);
    bytes.writeBigUInt64LE(BigInt(offset), at * 40 + 32);
  }
  return bytes;
}

/** Returns the harbour as FlatGeobuf; by default with an index, which the library can't write. */
export function flatGeobuf(options: FlatGeobufOptions = {}): Buffer {
  const plain = Buffer.from(serialize(harbour as Parameters<typeof serialize>[0]));
  const features = plain.subarray(MAGIC_BYTES + 4 + plain.readUInt32LE(MAGIC_BYTES));
  const offsets: number[] = [];
  for (let offset = 0; offset < features.length; offset += 4 + features.readUInt32LE(offset)) offsets.push(offset);
  const hasIndex = options.hasIndex ?? true;
  return Buffer.concat([plain.subarray(0, MAGIC_BYTES), header(options), ...(hasIndex ? [index(offsets)] : []), features]);
}
