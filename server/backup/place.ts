import { realpath } from "node:fs/promises";
import path from "node:path";

/** Where a path leads, also one that is not there yet. */
async function follow(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(await follow(parent), path.basename(place));
  }
}

/**
 * Each backup would hold all those before it, on the disk that the product needs.
 * @param to folder or file; @throws Error when it lies within the folder that is backed up
 */
export async function requireOutside(dataDir: string, to: string): Promise<void> {
  const [data, place] = await Promise.all([follow(path.resolve(dataDir)), follow(path.resolve(to))]);
  const way = path.relative(data, place);
  if (way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)))
    throw new Error(`${to} lies within ${dataDir}, which is backed up. Choose a place outside of it.`);
}
