import { quoteName } from "../../../archives/refusals";
import type { Bounds } from "../../schema";
import { type DataFile, DataRefusedError, type FoundLayer } from "../data-file";
import { layerName } from "../layer-name";
import { isVectorLayer, toFoundLayer, type VectorLayer } from "../pmtiles";
import { type SampledLayer, sampleLayers } from "./sample-layers";
import { folderOfTiles, hasVectorTiles, samplePaths, type TileFolder } from "./tile-folders";
import { readTileMetadata, type TileMetadata } from "./tile-metadata";
import { chooseScheme, placeOf, withScheme } from "./tile-places";

const MOST_TILE_BYTES = 16 * 1024 * 1024;

const UNKNOWN_SCHEME = "Nothing says how the rows of its tiles are counted. If they are in the wrong place, change it in Map Settings.";

/** Returns where the tiles are, and how their rows are counted. Their bounds decide before what a file says of the scheme. */
function placeTiles({ zooms }: TileFolder, metadata: TileMetadata, places: readonly Bounds[]) {
  const place = placeOf(zooms);
  const byBounds = metadata.bounds && chooseScheme(place, [metadata.bounds]);
  const bySaid = metadata.scheme && { scheme: metadata.scheme, isKnown: true };
  const decided = (byBounds?.isKnown ? byBounds : bySaid) ?? chooseScheme(place, places);
  const [minZoom, maxZoom] = [zooms[0]?.zoom ?? 0, zooms.at(-1)?.zoom ?? 0];
  const tiles = withScheme({ scheme: "xyz", minZoom, maxZoom, bounds: place }, decided.scheme);
  return { tiles, isKnown: decided.isKnown };
}

async function readSamples(folder: TileFolder, files: readonly DataFile[]): Promise<Map<string, SampledLayer>> {
  const layers = new Map<string, SampledLayer>();
  for (const path of samplePaths(folder)) {
    const file = files.find((other) => other.path === path);
    if (!file || file.size > MOST_TILE_BYTES) continue;
    const bytes = await file.read(0, file.size);
    await sampleLayers(bytes, layers).catch(() => {
      throw new DataRefusedError(
        `${quoteName(path)} isn't a vector tile, although its name says so. Export the tiles again, and upload them.`,
      );
    });
  }
  return layers;
}

/** Returns the layers inside vector tiles: those that metadata name, or those of some tiles. */
function vectorLayers({ vectorLayers = [] }: TileMetadata, sampled: ReadonlyMap<string, SampledLayer>): VectorLayer[] {
  const named = vectorLayers.filter(isVectorLayer);
  if (named.length > 0) return named;
  const found = [...sampled].map(([id, { attributes }]) => ({ id, fields: Object.fromEntries([...attributes].map((name) => [name, ""])) }));
  return found.filter(isVectorLayer);
}

/**
 * Returns the layers of a folder of tiles, which are shown as they are.
 * @param places of other layers of the upload @throws DataRefusedError for tiles that a map can't show
 */
export async function describeTiles(folder: TileFolder, files: readonly DataFile[], places: readonly Bounds[]): Promise<FoundLayer[]> {
  const metadata = await readTileMetadata(folder, files);
  const { tiles, isKnown } = placeTiles(folder, metadata, places);
  const top = folderOfTiles(folder.file).slice(0, -1);
  const isVector = hasVectorTiles(folder.file);
  const common = {
    name: (top === "" ? metadata.name?.slice(0, 120) : layerName(`${top}/`.replace(/([^/]+)\/$/, "$1."))) ?? "Tiles",
    file: folder.file,
    format: "tiles",
    bounds: metadata.bounds ?? tiles.bounds,
    // Images of 256 pixels are drawn one zoom above that of the map.
    minZoom: isVector ? tiles.minZoom : Math.max(0, tiles.minZoom - 1),
    attributes: [],
    tiles,
    ...(!isKnown && { notes: [UNKNOWN_SCHEME] }),
  } satisfies Partial<FoundLayer>;
  if (!isVector) return [{ ...common, kind: "raster" }];
  const sampled = await readSamples(folder, files);
  const layers = vectorLayers(metadata, sampled);
  if (layers.length === 0) {
    throw new DataRefusedError(`The tiles ${quoteName(folder.file)} don't name their layers. Put their metadata.json next to them.`);
  }
  return layers.map((layer) => {
    const [kind, ...others] = sampled.get(layer.id)?.kinds ?? [];
    return toFoundLayer(common, layer, { kind: others.length === 0 ? kind : "mixed", isOnly: layers.length === 1 });
  });
}
