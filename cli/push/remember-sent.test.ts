import { createHash } from "node:crypto";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { contentName } from "../../lib/trees/slices/content-name";
import { hashingReader } from "../source/disk-reader";
import { scanFolder } from "../source/scan-folder";
import { HashCache } from "../state/hash-cache";
import { rememberSent } from "./remember-sent";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-sent-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

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
