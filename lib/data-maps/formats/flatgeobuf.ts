import type { HeaderMeta } from "flatgeobuf/lib/mjs/header-meta.js";
import { quoteName } from "../../archives/refusals";
import type { LayerKind } from "../schema";
import type { Statistics } from "../style/schema";
import { AttributeCounter } from "../style/statistics";
import { WHOLE_FLATGEOBUF_BYTES } from "../values";
import { worldBounds } from "./bounds";
import { type Answer, type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { layerName } from "./layer-name";
import { likelyProjections } from "./projections";
import { readHeader } from "./read-header";

const MAGIC = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62];
const MAGIC_BYTES = 8;
const LENGTH_BYTES = 4;
const MOST_HEADER_BYTES = 1024 * 1024;
/** Four numbers of a box, then where the feature is. */
const NODE_BYTES = 40;
const MOST_ATTRIBUTES = 200;
/** Parts of a file that statistics are computed of. Features that are near each other in the file are so on the map as well. */
const SAMPLES = 16;
const SAMPLE_BYTES = 128 * 1024;
/** WGS 84, also with heights, and what differs from it by less than a metre. */
const DEGREES = [0, 4326, 4979, 4258, 4269, 4674, 4283, 7844];

/** Numbers of geometry types in the header. Others may be anything. */
const KINDS: Readonly<Record<number, LayerKind>> = { 1: "points", 2: "lines", 3: "areas", 4: "points", 5: "lines", 6: "areas" };

interface Header extends HeaderMeta {
  /** Where the index starts. */
  end: number;
}

async function readMeta(file: DataFile): Promise<Header> {
  const start = await file.read(0, MAGIC_BYTES + LENGTH_BYTES);
  // The last byte is the patch version.
  if (!MAGIC.every((byte, index) => start[index] === byte)) {
    throw new DataRefusedError(`${quoteName(file.path)} isn't FlatGeobuf, although its name says so. Export it again, and upload it.`);
  }
  const [{ ByteBuffer }, { fromByteBuffer }] = await Promise.all([import("flatbuffers"), import("flatgeobuf/lib/mjs/header-meta.js")]);
  return await readHeader(file, async (read) => {
    const length = new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(MAGIC_BYTES, true);
    const end = MAGIC_BYTES + LENGTH_BYTES + length;
    if (length > MOST_HEADER_BYTES || end > file.size) throw new RangeError("The header is outside the file.");
    const header = new Uint8Array(await read(MAGIC_BYTES, LENGTH_BYTES + length));
    return { ...fromByteBuffer(new ByteBuffer(header)), end };
  });
}

/** Bytes of the packed R-tree. Its leaves come last, in the order of the features. */
function indexBytes(features: number, nodeSize: number): number {
  let nodes = features;
  let level = features;
  do {
    level = Math.ceil(level / nodeSize);
    nodes += level;
  } while (level > 1);
  return nodes * NODE_BYTES;
}

/** Returns true for a file that the viewer can't read as it is. Programs that write while they read don't know the number of features. */
function needsConversion(size: number, { crs, featuresCount, indexNodeSize }: Header): boolean {
  const isOther = crs != null && !DEGREES.includes(crs.code) && crs.code_string !== "CRS84";
  return isOther || featuresCount === 0 || (indexNodeSize < 2 && size > WHOLE_FLATGEOBUF_BYTES);
}

const isInDegrees = ({ envelope }: Header) =>
  !envelope || Array.from(envelope).every((value, index) => Math.abs(value) <= (index % 2 === 0 ? 180 : 90) + 1e-6);

/** Checks that the last feature is in the file: the last node of the index says where it is. */
async function checkEnd(file: DataFile, { end, featuresCount, indexNodeSize }: Header): Promise<void> {
  if (indexNodeSize < 2) return;
  const features = end + indexBytes(featuresCount, indexNodeSize);
  const isComplete = await readHeader(file, async (read) => {
    const node = new DataView(await read(features - NODE_BYTES, NODE_BYTES));
    const last = features + (node.byteLength === NODE_BYTES ? Number(node.getBigUint64(NODE_BYTES - 8, true)) : file.size);
    const length = new DataView(await read(last, LENGTH_BYTES));
    return length.byteLength === LENGTH_BYTES && last + LENGTH_BYTES + length.getUint32(0, true) <= file.size;
  });
  if (!isComplete) throw new DataRefusedError(`${quoteName(file.path)} is incomplete: its end is missing. Copy it again, and upload it.`);
}

/** Returns where parts of the features start: at the first of them, and at others that the leaves of the index name. */
async function findSamples(file: DataFile, { end, featuresCount, indexNodeSize }: Header): Promise<number[]> {
  if (indexNodeSize < 2) return [end];
  const features = end + indexBytes(featuresCount, indexNodeSize);
  if (file.size - features <= SAMPLES * SAMPLE_BYTES) return [features];
  const leaves = Array.from({ length: SAMPLES }, (_, index) => Math.floor((index / SAMPLES) * featuresCount));
  return await Promise.all(
    leaves.map(async (leaf) => {
      const node = await file.read(features - (featuresCount - leaf) * NODE_BYTES, NODE_BYTES);
      return features + Number(new DataView(node.buffer, node.byteOffset, node.byteLength).getBigUint64(NODE_BYTES - 8, true));
    }),
  );
}

/** Computes what is known of the attributes, from parts of a large file. */
async function countAttributes(file: DataFile, header: Header): Promise<Statistics> {
  const [{ ByteBuffer }, { Feature }, { parseProperties }] = await Promise.all([
    import("flatbuffers"),
    import("flatgeobuf/lib/mjs/flat-geobuf/feature.js"),
    import("flatgeobuf/lib/mjs/generic/feature.js"),
  ]);
  const counter = new AttributeCounter();
  const starts = await findSamples(file, header);
  const length = starts.length === 1 ? SAMPLES * SAMPLE_BYTES : SAMPLE_BYTES;
  await readHeader(file, async (read) => {
    for (const start of starts) {
      const bytes = new Uint8Array(await read(start, length));
      const view = new DataView(bytes.buffer);
      for (let at = 0; at + LENGTH_BYTES < bytes.length; ) {
        const next = at + LENGTH_BYTES + view.getUint32(at, true);
        if (next > bytes.length) break;
        const feature = Feature.getRootAsFeature(new ByteBuffer(bytes.subarray(at + LENGTH_BYTES, next)));
        counter.add(parseProperties(feature, header.columns));
        at = next;
      }
    }
  });
  return counter.statistics();
}

/** Returns the layer of a FlatGeobuf file, from its header. One that the viewer can't read is converted. @throws DataRefusedError */
export async function describeFlatGeobuf(file: DataFile, { projection }: Answer): Promise<FoundLayer[]> {
  const header = await readMeta(file);
  if (file.size <= header.end)
    throw new DataRefusedError(`${quoteName(file.path)} has no features to show. Export it again, or leave it out.`);
  if (header.featuresCount > 0) await checkEnd(file, header);
  const names = (header.columns ?? []).map(({ name }) => name);
  const layer = {
    name: layerName(file.path),
    file: file.path,
    kind: KINDS[header.geometryType] ?? "mixed",
    minZoom: 0,
    attributes: names.filter((name) => name.length <= 200).slice(0, MOST_ATTRIBUTES),
  };
  const box = Array.from(header.envelope ?? []);
  const isConverted = projection !== undefined || needsConversion(file.size, header);
  if (isConverted) return [{ ...layer, format: "gdal", bounds: null, ...(projection && { projection }) }];
  if (isInDegrees(header))
    return [{ ...layer, format: "flatgeobuf", bounds: worldBounds(box), statistics: await countAttributes(file, header) }];
  const likely = likelyProjections(box[0] ?? 0, box[1] ?? 0);
  return [{ ...layer, format: "gdal", bounds: null, question: { kind: "projection", likely } }];
}
