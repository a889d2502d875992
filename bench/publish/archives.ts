import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A map site for the measurement. */
export interface SiteKind {
  name: string;
  files: number;
  /** Bytes of one file, evenly distributed between the two. */
  bytes: readonly [least: number, most: number];
  /** Aim: unzip takes at least this many times as long. */
  leastRatio?: number;
}

export interface Archive extends SiteKind {
  /** Path of the ZIP. */
  file: string;
  /** Bytes of the ZIP. */
  size: number;
}

const TILES_OF_A_FOLDER = 256;

/** Paths that a visitor requests: the page, and tiles in folders of 256. */
export function tilePath(index: number): string {
  return `tiles/12/${Math.floor(index / TILES_OF_A_FOLDER)}/${index % TILES_OF_A_FOLDER}.png`;
}

/** Returns pseudo-random bytes, the same in every run: tiles are already compressed. */
function* endlessNoise(): Generator<Buffer, never, undefined> {
  const block = Buffer.concat(Array.from({ length: 65_536 }, (_, index) => createHash("sha256").update(String(index)).digest()));
  for (let at = 7; ; at = (at * 31) % (block.length / 2)) yield block.subarray(at);
}

async function writeFileOf(size: number, target: string, noise: Generator<Buffer, never, undefined>): Promise<void> {
  const parts: Buffer[] = [];
  for (let left = size; left > 0; ) {
    const part = noise.next().value.subarray(0, left);
    parts.push(part);
    left -= part.length;
  }
  await writeFile(target, parts.length === 1 ? (parts[0] ?? "") : Buffer.concat(parts));
}

async function writeSite({ files, bytes: [least, most] }: SiteKind, folder: string): Promise<void> {
  const noise = endlessNoise();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "index.html"), `<!doctype html><title>Map</title>${"<p>".repeat(500)}`);
  for (let index = 0; index < files - 1; index += 1) {
    const target = path.join(folder, tilePath(index));
    if (index % TILES_OF_A_FOLDER === 0) await mkdir(path.dirname(target), { recursive: true });
    await writeFileOf(least + ((index * 7_919) % (most - least + 1)), target, noise);
  }
}

/** Creates the archive with Info-ZIP's `zip`, once for all runs with the same folder. */
export async function prepareArchive(kind: SiteKind, folder: string): Promise<Archive> {
  const file = path.join(folder, `${kind.name}.zip`);
  if (!existsSync(file)) {
    const site = path.join(folder, `${kind.name}-site`);
    await writeSite(kind, site);
    await run("zip", ["-q", "-r", `${file}.part.zip`, "."], { cwd: site });
    await rename(`${file}.part.zip`, file);
    await rm(site, { recursive: true });
  }
  return { ...kind, file, size: (await stat(file)).size };
}
