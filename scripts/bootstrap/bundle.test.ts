import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleViewer } from "./bundle.mjs";

/** What the browser loads before the first layer of a map of vectors is drawn, without the worker. */
const MOST_BYTES = 350_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-viewer-"));
  await bundleViewer(esbuild, folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns a file of the bundle and the ones that it imports at once. */
async function withImports(name: string, found = new Map<string, Buffer>()): Promise<Map<string, Buffer>> {
  if (found.has(name)) return found;
  const content = await readFile(path.join(folder, name));
  found.set(name, content);
  for (const [, imported = ""] of content.toString().matchAll(/(?:\bfrom|\bimport)"\.\/([\w.-]+\.js)"/g))
    await withImports(imported, found);
  return found;
}

it("loads at most 350 KB of JavaScript for the first layer", async () => {
  const files = await withImports("viewer.js");
  expect(files.size).toBeGreaterThan(1);
  const bytes = [...files.values()].reduce((sum, content) => sum + gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
