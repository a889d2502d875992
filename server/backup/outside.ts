import { realpath } from "node:fs/promises";
import path from "node:path";

/** Resolves the links of a path whose last parts may not exist yet. */
export async function followLinks(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(await followLinks(parent), path.basename(place));
  }
}

/** Rejects a backup inside DATA_DIR, because each backup would contain all former ones. @param to folder or file @throws Error */
export async function requireOutside(dataDir: string, to: string): Promise<void> {
  const [data, place] = await Promise.all([followLinks(path.resolve(dataDir)), followLinks(path.resolve(to))]);
  if (`${place}${path.sep}`.startsWith(`${data}${path.sep}`))
    throw new Error(`${to} lies within ${dataDir}, which is backed up. Choose a place outside of it.`);
}
