import { type DataMap, dataMapSchema } from "../lib/data-maps/schema";
import { MAP_FILE } from "../lib/data-maps/values";

/** map.json is missing or wrong. The message says what to do. */
export class MapFileError extends Error {
  override readonly name = "MapFileError";
}

/** Parses map.json. @throws MapFileError that names the first wrong member */
export function parseMap(text: string): DataMap {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new MapFileError(`${MAP_FILE} isn't valid JSON: ${error instanceof Error ? error.message : error}`);
  }
  const { data, error } = dataMapSchema.safeParse(json);
  if (data) return data;
  const [issue] = error.issues;
  throw new MapFileError(`${MAP_FILE} is wrong at ${issue?.path.join(".") || "its top"}: ${issue?.message}`);
}

/** Reads map.json next to the page. @throws MapFileError */
export async function readMap(): Promise<DataMap> {
  const answer = await fetch(MAP_FILE, { cache: "no-cache" }).catch(() => null);
  if (!answer) throw new MapFileError("The map can't be reached. Check your connection, and reload the page.");
  if (!answer.ok) throw new MapFileError(`This map has no ${MAP_FILE}. Publish its data again, or restore the file.`);
  return parseMap(await answer.text());
}
