import { createHash } from "node:crypto";
import { type CraftedEntry, craftZip } from "../setup/craft-zip";
import type { Random } from "./random";

/** A map site as a ZIP, with the expected content of each file. */
export interface MapArchive {
  zip: Buffer;
  /** SHA-256 by path within the site. */
  files: ReadonlyMap<string, string>;
}

const TILES = 400;

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function content(random: Random): [path: string, data: Buffer, method: number][] {
  const tiles = Array.from({ length: TILES }, (_, index): [string, Buffer, number] => {
    return [`tiles/${index % 7}/${index}.png`, random.bytes(random.between(200, 12_000)), random.pick([0, 8])];
  });
  const words = random.bytes(60_000).toString("base64");
  return [
    ["index.html", Buffer.from(`<!doctype html><title>${words.slice(0, 20)}</title>`), 8],
    // Over 1 MiB and deflated: these get their own blobs after publishing.
    ["data/places.json", Buffer.from(JSON.stringify(Array.from({ length: 40 }, () => words))), 8],
    ["data/film.bin", random.bytes(1_600_000), 8],
    ["data/raw.bin", random.bytes(1_300_000), 0],
    ...tiles,
  ];
}

/** Creates a unique site: about 7 MB, 400 tiles, files with every kind of storage. */
export function createMapArchive(random: Random): MapArchive {
  const all = content(random);
  const entries = all.map(([name, data, method]): CraftedEntry => ({ name, data, method }));
  return { zip: craftZip(entries), files: new Map(all.map(([name, data]) => [name, sha256(data)])) };
}
