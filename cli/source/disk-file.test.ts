import { appendFile, mkdtemp, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { DiskFile, statSettled } from "./disk-file";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-disk-file-"));
const location = path.join(folder, "a.txt");
let file: DiskFile;

beforeEach(async () => {
  await writeFile(location, "0123456789");
  file = new DiskFile(location, await statSettled(location));
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (bytes: Promise<ArrayBuffer>) => Buffer.from(await bytes).toString();

it("DiskFile returns the whole file and any slice", async () => {
  expect(await textOf(file.arrayBuffer())).toBe("0123456789");
  expect(await textOf(file.slice(2, 5).arrayBuffer())).toBe("234");
  expect(await textOf(file.slice(8, 99).arrayBuffer())).toBe("89");
  expect(await textOf(file.slice(5, 5).arrayBuffer())).toBe("");
});

it.each([
  ["grew", () => appendFile(location, "x")],
  ["was rewritten with the same size", () => writeFile(location, "abcdefghij")],
  [
    "was rewritten and got its previous times",
    async () => {
      const { atime, mtime } = await stat(location);
      await writeFile(location, "abcdefghij");
      await utimes(location, atime, mtime);
    },
  ],
  [
    "was replaced by another file",
    async () => {
      await writeFile(`${location}.new`, "abcdefghij");
      await rename(`${location}.new`, location);
    },
  ],
])("DiskFile rejects when the file %s", async (_, change) => {
  vi.setSystemTime(Date.now() + 10_000);
  const before = new DiskFile(location, await stat(location)).state;
  await change();
  expect(before).toBeDefined();
  expect(new DiskFile(location, await stat(location)).state).not.toBe(before);
  await expect(file.arrayBuffer()).rejects.toThrow("was changed while it was read");
});

it("DiskFile rejects when the file no longer exists", async () => {
  await rm(location);
  await expect(file.slice(0, 1).arrayBuffer()).rejects.toThrow("ENOENT");
});

it("DiskFile has no state for a file that was changed within one unit of the file system's clock", async () => {
  const { ctimeMs } = await stat(location);
  vi.setSystemTime(ctimeMs + 2_000);
  expect(new DiskFile(location, await stat(location)).state).toBeUndefined();
  vi.setSystemTime(ctimeMs + 10_000);
  expect(new DiskFile(location, await stat(location)).state).toBe(new DiskFile(location, await stat(location)).state);
  expect(new DiskFile(location, await stat(location)).state).toBeDefined();
});
