import type { Entry, Header } from "pmtiles";
import { quoteName } from "../../archives/refusals";
import type { LayerKind } from "../schema";
import { worldBounds } from "./bounds";
import { commandFile } from "./command";
import { type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { inflateBounded } from "./inflate-bounded";
import { layerName } from "./layer-name";
import { readHeader } from "./read-header";

const HEADER_BYTES = 127;
/** Header and root directory are in the first bytes (PMTiles version 3, section 2). */
const FIRST_BYTES = 16_384;
const MOST_METADATA_BYTES = 10 * 1024 * 1024;
const MOST_ATTRIBUTES = 200;
const MOST_VECTOR_LAYERS = 1_000;
/** The root directory has at most 16 KB. An entry has at least four bytes when it is inflated. */
const MOST_ROOT_BYTES = 1024 * 1024;
const ENTRY_BYTES = 4;

/** Values of the specification. The library has them as enums, and is loaded only for reading. */
const GZIP = 2;
const VECTOR_TILES = 1;
const RASTER_TILES = [2, 3, 4, 5];

interface Archive {
  header: Header;
  root: Entry[];
  metadata: unknown;
}

/** What metadata say of a layer inside vector tiles. */
export interface VectorLayer {
  id: string;
  minzoom?: unknown;
  fields?: unknown;
}

const KIND_OF_GEOMETRY = new Map<string, LayerKind>([
  ["Point", "points"],
  ["LineString", "lines"],
  ["Polygon", "areas"],
]);

const again = "Make it again with tippecanoe or pmtiles, and upload it.";

async function checkMagic(file: DataFile): Promise<void> {
  const name = quoteName(file.path);
  const bytes = await file.read(0, HEADER_BYTES);
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, 7));
  const isOld = text.startsWith("PM") && text !== "PMTiles" && (bytes[2] === 1 || bytes[2] === 2);
  if (isOld || (text === "PMTiles" && (bytes[7] ?? 3) < 3)) {
    const command = `pmtiles convert ${commandFile(file.path)} ${commandFile(file.path, "-v3")}`;
    throw new DataRefusedError(`${name} has an old version of PMTiles. A map can show version 3. Convert it: ${command}`);
  }
  if (text !== "PMTiles") throw new DataRefusedError(`${name} isn't PMTiles, although its name says so. ${again}`);
  if (bytes[7] !== 3) throw new DataRefusedError(`${name} has version ${bytes[7]} of PMTiles. A map can show version 3. ${again}`);
}

/** Checks that the sections of the archive are in the file, and that its tiles can be read. */
function checkHeader(file: DataFile, header: Header): void {
  const name = quoteName(file.path);
  const { leafDirectoryLength = 0, tileDataLength = 0 } = header;
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + leafDirectoryLength,
    header.tileDataOffset + tileDataLength,
  ];
  if (Math.max(...ends) > file.size) {
    throw new DataRefusedError(`${name} is incomplete: its directory points outside the file. Copy it again, and upload it.`);
  }
  if ((ends[0] ?? 0) > FIRST_BYTES) throw new DataRefusedError(`The directory of ${name} isn't at its start. ${again}`);
  if (header.jsonMetadataLength > MOST_METADATA_BYTES) throw new DataRefusedError(`The metadata of ${name} is larger than 10 MB. ${again}`);
  if (header.tileType !== VECTOR_TILES && !RASTER_TILES.includes(header.tileType)) {
    throw new DataRefusedError(`${name} has tiles that a map can't show. A map can show vector tiles (MVT), PNG, JPEG, WebP and AVIF.`);
  }
  if (header.internalCompression > GZIP || header.tileCompression > GZIP) {
    throw new DataRefusedError(
      `${name} is compressed with Brotli or Zstandard, which browsers can't read. Make it again with gzip, and upload it.`,
    );
  }
}

function checkRoot(file: DataFile, { header, root }: Archive): void {
  const name = quoteName(file.path);
  if (root.length === 0) throw new DataRefusedError(`${name} has no tiles. ${again}`);
  for (const { offset, length, runLength } of root) {
    const section = runLength === 0 ? header.leafDirectoryLength : header.tileDataLength;
    if (offset + length > (section ?? 0)) {
      throw new DataRefusedError(`${name} is damaged: its directory points outside the file. ${again}`);
    }
  }
}

/** Checks the number of entries that a directory begins with, because the library makes as many. @throws RangeError */
async function checkEntries(directory: ArrayBuffer, compression: number): Promise<void> {
  const { readVarint } = await import("pmtiles");
  const bytes = new Uint8Array(compression === GZIP ? await inflateBounded(directory, MOST_ROOT_BYTES) : directory);
  if (readVarint({ buf: bytes, pos: 0 }) * ENTRY_BYTES > bytes.length)
    throw new RangeError("The directory has fewer entries than it says.");
}

async function openArchive(file: DataFile): Promise<Archive> {
  const { PMTiles, ResolvedValueCache, bytesToHeader } = await import("pmtiles");
  return await readHeader(file, async (read) => {
    const header = bytesToHeader(await read(0, HEADER_BYTES));
    checkHeader(file, header);
    const source = { getKey: () => file.path, getBytes: async (offset: number, length: number) => ({ data: await read(offset, length) }) };
    const inflate = (data: ArrayBuffer, compression: number) =>
      compression === GZIP ? inflateBounded(data, MOST_METADATA_BYTES) : Promise.resolve(data);
    const archive = new PMTiles(source, new ResolvedValueCache(2, false, inflate), inflate);
    await checkEntries(await read(header.rootDirectoryOffset, header.rootDirectoryLength), header.internalCompression);
    await archive.getHeader();
    const root = await archive.cache.getDirectory(source, header.rootDirectoryOffset, header.rootDirectoryLength, header);
    const hasMetadata = header.tileType === VECTOR_TILES && header.jsonMetadataLength > 0;
    return { header, root, metadata: hasMetadata ? await archive.getMetadata() : null };
  });
}

const listOf = (owner: unknown, member: string): unknown[] => {
  const value = (owner as Record<string, unknown> | null)?.[member];
  return Array.isArray(value) ? value : [];
};

export function isVectorLayer(layer: unknown): layer is VectorLayer {
  const id = (layer as VectorLayer | null)?.id;
  return typeof id === "string" && id.trim() !== "" && id.length <= 200;
}

/** Returns what the statistics of an archive say of its layers. */
function kindsOf(metadata: unknown): Map<unknown, LayerKind> {
  const layers = listOf((metadata as { tilestats?: unknown } | null)?.tilestats, "layers") as { layer?: unknown; geometry?: unknown }[];
  const kinds = new Map<unknown, LayerKind>();
  for (const entry of layers.slice(0, MOST_VECTOR_LAYERS)) {
    const kind = typeof entry?.geometry === "string" ? KIND_OF_GEOMETRY.get(entry.geometry) : undefined;
    if (kind && !kinds.has(entry.layer)) kinds.set(entry.layer, kind);
  }
  return kinds;
}

const attributesOf = ({ fields }: VectorLayer) =>
  Object.keys(typeof fields === "object" && fields !== null ? fields : {})
    .filter((name) => name !== "" && name.length <= 200)
    .slice(0, MOST_ATTRIBUTES);

/** Returns a layer inside vector tiles. */
export function toFoundLayer(
  tiles: Omit<FoundLayer, "kind">,
  layer: VectorLayer,
  { kind = "mixed", isOnly }: { kind: LayerKind | undefined; isOnly: boolean },
): FoundLayer {
  return {
    ...tiles,
    name: isOnly ? tiles.name : layer.id.trim().slice(0, 120),
    sourceLayer: layer.id,
    kind,
    minZoom: Number.isInteger(layer.minzoom) ? Math.min(Math.max(Number(layer.minzoom), tiles.minZoom), 24) : tiles.minZoom,
    attributes: attributesOf(layer),
  };
}

/** Returns the layers of an archive of tiles, from its header, root directory and metadata. @throws DataRefusedError */
export async function describePmtiles(file: DataFile): Promise<FoundLayer[]> {
  await checkMagic(file);
  const archive = await openArchive(file);
  checkRoot(file, archive);
  const { header, metadata } = archive;
  const { minLon, minLat, maxLon, maxLat, minZoom, tileType } = header;
  const isEmpty = minLon === maxLon && minLat === maxLat;
  const common = {
    name: layerName(file.path),
    file: file.path,
    format: "pmtiles",
    bounds: isEmpty ? null : worldBounds([minLon, minLat, maxLon, maxLat]),
    minZoom: Math.min(minZoom, 24),
    attributes: [],
  } satisfies Partial<FoundLayer>;
  if (tileType !== VECTOR_TILES) return [{ ...common, kind: "raster" }];
  const layers = listOf(metadata, "vector_layers").filter(isVectorLayer);
  if (layers.length === 0) {
    throw new DataRefusedError(`${quoteName(file.path)} doesn't name the layers of its tiles (vector_layers of its metadata). ${again}`);
  }
  if (layers.length > MOST_VECTOR_LAYERS) {
    throw new DataRefusedError(`${quoteName(file.path)} names more than ${MOST_VECTOR_LAYERS} layers. ${again}`);
  }
  const kinds = kindsOf(metadata);
  return layers.map((layer) => toFoundLayer(common, layer, { kind: kinds.get(layer.id), isOnly: layers.length === 1 }));
}
