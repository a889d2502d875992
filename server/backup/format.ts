import { realpath, statfs } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** The two files that a backup has in addition to those of DATA_DIR. The sums are written last, so a backup without them is incomplete. */
export const DESCRIPTION = "backup.json";
export const SUMS = "SHA256SUMS";

export const descriptionSchema = z.object({
  product: z.literal("sea-vision"),
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  identity: z.string(),
  folders: z.array(z.string()),
});
export type BackupDescription = z.infer<typeof descriptionSchema>;

/** Formats checksums for `sha256sum -c`. Names have no line breaks. */
export function formatSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join("");
}

/** Parses the file of checksums. @throws Error when a line is malformed */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) {2}([^/].*)$/.exec(line) ?? [];
      if (!sum || !name || name.split("/").includes("..")) throw new Error(`${SUMS} is damaged: ${JSON.stringify(line.slice(0, 100))}`);
      return [name, sum];
    }),
  );
}

export function describeBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Checks the free space on a disk. @param named folder in the message @throws Error when there is too little */
export async function requireSpace(folder: string, needed: number, named = folder): Promise<void> {
  const { bsize, bavail } = await statfs(folder);
  if (bsize * bavail < needed)
    throw new Error(`${named} has ${describeBytes(bsize * bavail)} free, and the backup needs ${describeBytes(needed)}.`);
}

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
