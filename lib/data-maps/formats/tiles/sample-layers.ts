import type { LayerKind } from "../../schema";
import { inflateBounded } from "../inflate-bounded";

const MOST_BYTES = 32 * 1024 * 1024;
/** Features of a layer and tile whose kind and attributes are read. */
const MOST_FEATURES = 100;
/** Types of features in vector tiles (Vector Tile Specification 2.1, section 4.3.4). */
const KINDS: readonly LayerKind[] = ["mixed", "points", "lines", "areas"];

/** What tiles have of a layer. */
export interface SampledLayer {
  kinds: Set<LayerKind>;
  attributes: Set<string>;
}

/** Reads the layers of a vector tile into those of other tiles. @throws Error for a damaged tile */
export async function sampleLayers(bytes: Uint8Array, layers: Map<string, SampledLayer>): Promise<void> {
  const [{ VectorTile }, { PbfReader }] = await Promise.all([import("@mapbox/vector-tile"), import("pbf")]);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const tile = isGzip ? new Uint8Array(await inflateBounded(new Uint8Array(bytes).buffer, MOST_BYTES)) : bytes;
  for (const layer of Object.values(new VectorTile(new PbfReader(tile)).layers)) {
    const { kinds, attributes } = layers.get(layer.name) ?? { kinds: new Set(), attributes: new Set() };
    layers.set(layer.name, { kinds, attributes });
    for (let index = 0; index < Math.min(layer.length, MOST_FEATURES); index += 1) {
      const { type, properties } = layer.feature(index);
      kinds.add(KINDS[type] ?? "mixed");
      for (const name of Object.keys(properties)) attributes.add(name);
    }
  }
}
