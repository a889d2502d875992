import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { contentName } from "../../lib/trees/slices/content-name";
import { hashingReader } from "../source/disk-file";
import { scanFolder } from "../source/scan-folder";
import { HashCache, rememberSent } from "./hash-cache";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-hashes-"));
const file = path.join(folder, "below/one.hashes.json");
const [a, b] = ["a".repeat(64), "b".repeat(64)];
afterAll(() => rm(folder, { recursive: true, force: true }));

it("HashCache keeps the hashes that were used, and drops the others", async () => {
  const first = await HashCache.open(file);
  first.set("one", a);
  first.set("two", b);
  await first.save();
  const second = await HashCache.open(file);
  expect([second.get("one"), second.get("three")]).toEqual([a, undefined]);
  await second.save();
  const third = await HashCache.open(file);
  expect([third.get("one"), third.get("two")]).toEqual([a, undefined]);
});

it.each(["", '{"one":', '{"one":"x"}', "[]", "null"])("HashCache ignores the damaged file %j", async (text) => {
  await writeFile(file, text);
  const cache = await HashCache.open(file);
  expect(cache.get("one")).toBeUndefined();
  cache.set("one", a);
  await cache.save();
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ one: a });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

it("rememberSent keeps the hashes of the files that were sent as a whole, by the names of their stored contents", async () => {
  for (const [name, text] of Object.entries({ a: "first", b: "second", c: "third" })) {
    await writeFile(path.join(folder, name), text);
    await utimes(path.join(folder, name), 1, 1);
  }
  const options = { isExcluded: () => false, onProgress: () => undefined, signal: new AbortController().signal };
  const files = (await scanFolder(folder, options)).sort((one, other) => (one.path < other.path ? -1 : 1));
  const hashes = new Map<(typeof files)[number]["file"], string>();
  const reader = hashingReader((file, hash) => hashes.set(file, hash));
  // The last file continues in another chunk.
  await reader.read(files.map(({ file, path: name }) => ({ file, from: 0, to: name === "c" ? 2 : file.size })));
  const known = await HashCache.open(path.join(folder, "none.json"));
  const packs = [{ id: "pack", size: 16, files: Uint32Array.of(0, 1, 2), uploadUrl: null }];
  rememberSent({ packs, files, uploadIds: new Map([["pack", "key"]]), hashes }, known);
  const stored = [
    { offset: 0, size: 5 },
    { offset: 5, size: 6 },
    { offset: 11, size: 5 },
  ].map((place) => known.get(contentName({ blobKey: "key", ...place })));
  expect(stored).toEqual([sha256("first"), sha256("second"), undefined]);
});
