import { quoteName } from "../../../archives/refusals";
import type { Bounds } from "../../schema";
import { worldBounds } from "../bounds";
import { type DataFile, DataRefusedError } from "../data-file";
import { metadataPaths, type TileFolder } from "./tile-folders";
import type { TileScheme } from "./tile-places";

const MOST_BYTES = 10 * 1024 * 1024;

/** What the files in and next to a folder say of its tiles. */
export interface TileMetadata {
  name?: string;
  scheme?: TileScheme;
  bounds?: Bounds;
  vectorLayers?: readonly unknown[];
}

function parse(text: unknown): Record<string, unknown> {
  try {
    return { ...JSON.parse(String(text)) };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Reads TileJSON, or the metadata of MBTiles, whose member `json` is a text and whose bounds are one. */
function readJson(text: string): TileMetadata {
  const { json, name, scheme, bounds: written, vector_layers: layers = parse(json).vector_layers } = parse(text);
  const bounds = worldBounds(
    String(written ?? "")
      .split(",")
      .map(Number),
  );
  return {
    ...(typeof name === "string" && name.trim() !== "" && { name: name.trim() }),
    ...((scheme === "xyz" || scheme === "tms") && { scheme }),
    ...(bounds && { bounds }),
    ...(Array.isArray(layers) && { vectorLayers: layers }),
  };
}

/** Reads tilemapresource.xml of gdal2tiles. @throws DataRefusedError for tiles of another grid */
function readTileMap(path: string, text: string): TileMetadata {
  const [, profile = "mercator"] = /<TileSets\s+profile="(?:global-)?([\w-]{1,40})"/.exec(text) ?? [];
  if (profile === "mercator") return { scheme: "tms" };
  const problem = `describes tiles of the profile ${quoteName(profile)}, which a map can't show`;
  throw new DataRefusedError(`${quoteName(path)} ${problem}. Make them with gdal2tiles and --profile=mercator, and upload them.`);
}

/** Returns what is known of a folder of tiles. @throws DataRefusedError for tiles of another grid */
export async function readTileMetadata(folder: TileFolder, files: readonly DataFile[]): Promise<TileMetadata> {
  let found: TileMetadata = {};
  for (const path of metadataPaths(folder)) {
    const file = files.find((other) => other.path === path && other.size <= MOST_BYTES);
    const text = file && new TextDecoder().decode(await file.read(0, file.size));
    if (text !== undefined) found = { ...(path.endsWith(".xml") ? readTileMap(path, text) : readJson(text)), ...found };
  }
  return found;
}
