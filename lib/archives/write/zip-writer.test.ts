import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { fromBufferPromise, openPromise } from "yauzl";
import type { Slice } from "../../blobs/slice";
import { type BlobKey, type BlobStore, type ByteSlice, blobKeySchema } from "../../blobs/store";
import { ZipManifest, type ZipMember } from "./zip-manifest";
import { writeZip } from "./zip-writer";

const GIBIBYTE = 1024 ** 3;
const folder = mkdtempSync(path.join(tmpdir(), "zip-writer-"));
afterAll(() => rmSync(folder, { recursive: true }));

const zeros = Buffer.alloc(1024 * 1024);
const key = (number: number): BlobKey => blobKeySchema.parse(number.toString(16).padStart(32, "0"));

/** Blobs with these bytes. Any other blob consists of zeros. */
function storeOf(blobs: Record<string, Buffer>): BlobStore {
  const cut = (name: BlobKey, { offset, length }: ByteSlice) => blobs[name]?.subarray(offset, offset + length) ?? zeros.subarray(0, length);
  function* many({ length }: ByteSlice) {
    for (let left = length; left > 0; left -= zeros.length) yield zeros.subarray(0, Math.min(left, zeros.length));
  }
  return {
    readSizes: { atOnce: 4 * 1024 * 1024, gap: 256 * 1024 },
    read: (name: BlobKey, slice: ByteSlice) => Promise.resolve(Readable.from(blobs[name] ? [cut(name, slice)] : many(slice))),
    readBytes: (name: BlobKey, slice: ByteSlice) => Promise.resolve(cut(name, slice)),
  } as unknown as BlobStore;
}

const stored = (number: number, bytes: Buffer, checksum: number | null = crc32(bytes)): Slice => ({
  blobKey: key(number),
  offset: 0,
  hasLocalHeader: false,
  storedSize: bytes.length,
  size: bytes.length,
  method: "stored",
  crc32: checksum,
});

const file = (name: string, slice: Slice | null): ZipMember => ({ path: name, isFolder: false, modified: 1_700_000_001, slice });

function manifestOf(members: readonly ZipMember[]): ZipManifest {
  const manifest = new ZipManifest();
  for (const member of members) manifest.add(member);
  return manifest.seal();
}

let archives = 0;

/** Writes an archive, leaving holes where it has only zeros. @returns its file */
async function save(store: BlobStore, manifest: ZipManifest): Promise<string> {
  archives += 1;
  const name = path.join(folder, `${archives}.zip`);
  const handle = openSync(name, "w");
  let size = 0;
  for await (const chunk of writeZip(store, manifest)) {
    if (!chunk.equals(zeros.subarray(0, chunk.length))) writeSync(handle, chunk, 0, chunk.length, size);
    size += chunk.length;
  }
  ftruncateSync(handle, size);
  closeSync(handle);
  expect(size).toBe(manifest.size);
  return name;
}

async function list(name: string): Promise<{ name: string; size: number; offset: number; modified: Date }[]> {
  const zip = await openPromise(name);
  const found: { name: string; size: number; offset: number; modified: Date }[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, relativeOffsetOfLocalHeader } = entry;
    found.push({ name: fileName, size: uncompressedSize, offset: relativeOffsetOfLocalHeader, modified: entry.getLastModDate() });
  }
  return found;
}

function listByUnzip(name: string): string {
  return execFileSync("unzip", ["-Z", "-1", name], { maxBuffer: 64 * 1024 * 1024 }).toString();
}

describe("writeZip", () => {
  it("writes an empty archive", async () => {
    expect(await list(await save(storeOf({}), manifestOf([])))).toEqual([]);
  });

  it("copies deflated bytes and states checksums before or after them", async () => {
    const text = Buffer.from("All rivers run into the sea.\n".repeat(50_000));
    const deflated = deflateRawSync(text);
    const large = Buffer.alloc(600_000, "x");
    const blobs = { [key(1)]: deflated, [key(2)]: large, [key(3)]: Buffer.from("small") };
    const members = [
      { path: "folder", isFolder: true, modified: 1_700_000_000, slice: null },
      file("folder/deflated.txt", { ...stored(1, deflated), size: text.length, method: "deflated", crc32: crc32(text) }),
      file("folder/inflated.txt", { ...stored(1, deflated), size: text.length, method: "deflated", crc32: null }),
      file("large.bin", stored(2, large, null)),
      file("small.txt", stored(3, Buffer.from("small"), null)),
      file("empty.txt", null),
      file("empty-deflated.txt", { ...stored(1, deflated), storedSize: 2, size: 0, method: "deflated", crc32: 0 }),
      file("Häfen/地図.txt", stored(3, Buffer.from("small"))),
    ];
    const name = await save(storeOf(blobs), manifestOf(members));
    execFileSync("unzip", ["-tqq", name]);
    expect((await list(name)).map(({ name: found, size }) => [found, size])).toEqual([
      ["folder/", 0],
      ["folder/deflated.txt", text.length],
      ["folder/inflated.txt", text.length],
      ["large.bin", 600_000],
      ["small.txt", 5],
      ["Häfen/地図.txt", 5],
      ["empty.txt", 0],
      ["empty-deflated.txt", 0],
    ]);
    expect((await list(name))[3]?.modified.toISOString()).toBe("2023-11-14T22:13:21.000Z");
  });

  it.each([65_534, 65_535, 65_536])("counts %i entries", async (count) => {
    const members = Array.from({ length: count }, (_, number) => file(`${number}.txt`, null));
    const name = await save(storeOf({}), manifestOf(members));
    expect(listByUnzip(name).trimEnd().split("\n")).toHaveLength(count);
    expect((await fromBufferPromise(readFileSync(name))).entryCount).toBe(count);
  });

  it("writes files of more than 4 GiB, and others after them", async () => {
    const huge = (size: number, checksum: number | null): Slice => ({ ...stored(7, Buffer.alloc(0), checksum), size, storedSize: size });
    const members = [
      file("huge.bin", huge(4 * GIBIBYTE + 5, 1)),
      file("behind.txt", stored(3, Buffer.from("small"))),
      file("below.bin", huge(300_000, null)),
    ];
    const name = await save(storeOf({ [key(3)]: Buffer.from("small") }), manifestOf(members));
    const found = await list(name);
    expect(found.map(({ size }) => size)).toEqual([4 * GIBIBYTE + 5, 300_000, 5]);
    expect(found[1]?.offset).toBeGreaterThan(4 * GIBIBYTE);
    expect(listByUnzip(name)).toBe("huge.bin\nbelow.bin\nbehind.txt\n");
  });

  it.each([-1, 0, 1])("points to the first member at 4 GiB and %i byte when its bytes come last", async (beyond) => {
    const header = 30 + "first.bin".length + 9;
    const size = 4 * GIBIBYTE - 1 - header + beyond;
    const first = { ...stored(7, Buffer.alloc(5), 1), offset: 2 * size };
    const members = [file("later.bin", first), file("first.bin", { ...stored(7, Buffer.alloc(0), 1), size, storedSize: size })];
    const name = await save(storeOf({}), manifestOf(members));
    const found = await list(name);
    expect(found.map(({ name: one, offset }) => [one, offset])).toEqual([
      ["first.bin", 0],
      ["later.bin", 4 * GIBIBYTE - 1 + beyond],
    ]);
    expect(listByUnzip(name)).toBe("first.bin\nlater.bin\n");
  });

  it("orders folders first, then files by their bytes, then empty files", async () => {
    const pack = Buffer.from("0123456789".repeat(100));
    const cut = (offset: number, length = 10) => ({ ...stored(1, pack.subarray(offset, offset + length)), offset });
    const folder = (name: string): ZipMember => ({ path: name, isFolder: true, modified: 1_700_000_000, slice: null });
    const members = [
      file("c", cut(700)),
      folder("z"),
      file("empty", null),
      file("z/other", stored(2, Buffer.from("other blob"))),
      file("b", cut(300, 50)),
      folder("z/y"),
      file("z/y/a", cut(5)),
      file("b2", cut(300)),
      file("d", cut(990)),
    ];
    const name = await save(storeOf({ [key(1)]: pack, [key(2)]: Buffer.from("other blob") }), manifestOf(members));
    expect((await list(name)).map(({ name: one }) => one)).toEqual(["z/", "z/y/", "z/y/a", "b", "b2", "c", "d", "z/other", "empty"]);
    execFileSync("unzip", ["-tqq", name]);
    execFileSync("python3", ["-m", "zipfile", "-t", name]);
  });

  it("reads adjacent slices together", async () => {
    const pack = randomBytes(20_000 * 500);
    const store = storeOf({ [key(1)]: pack });
    const { readBytes } = store;
    let reads = 0;
    store.readBytes = (...given) => {
      reads += 1;
      return readBytes(...given);
    };
    const offsets = Array.from({ length: 20_000 }, (_, number) => ((number * 7_919) % 20_000) * 500);
    const tile = (offset: number): Slice => ({ ...stored(1, pack.subarray(offset, offset + 500)), offset });
    const name = await save(store, manifestOf(offsets.map((offset) => file(`${offset}.png`, tile(offset)))));
    execFileSync("unzip", ["-tqq", name]);
    expect(reads).toBeLessThan(10);
  });

  it.each([
    [300_000, /ends within the slice/],
    [1_200_000, /1200000 bytes of 1300000/],
  ])("fails when a blob has %i bytes, less than its slice", async (length, problem) => {
    const store = storeOf({ [key(1)]: Buffer.alloc(length, "x") });
    const short = { ...stored(1, Buffer.alloc(0)), size: length + 100_000, storedSize: length + 100_000 };
    await expect(save(store, manifestOf([file("short.bin", short)]))).rejects.toThrow(problem);
  });

  it("stops reading when the consumer stops", async () => {
    const pack = randomBytes(40 * 1024 * 1024);
    const store = storeOf({ [key(1)]: pack });
    const { readBytes } = store;
    let [begun, ended] = [0, 0];
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    store.readBytes = async (...given) => {
      begun += 1;
      if (begun > 1) await held;
      const bytes = await readBytes(...given);
      ended += 1;
      return bytes;
    };
    const slices = Array.from({ length: 80 }, (_, number) => ({
      ...stored(1, pack.subarray(number * 512 * 1024, (number + 1) * 512 * 1024)),
      offset: number * 512 * 1024,
    }));
    for await (const chunk of writeZip(store, manifestOf(slices.map((slice, number) => file(`${number}`, slice))))) {
      expect(chunk.length).toBeGreaterThan(0);
      expect(begun).toBeGreaterThan(ended);
      letGo();
      break;
    }
    // All reads have ended, and fewer than all ten reads of 4 MiB were requested.
    expect(ended).toBe(begun);
    expect(begun).toBeLessThan(10);
  });
});

describe("ZipManifest", () => {
  it("has no places before it is sealed, and takes no members after", () => {
    const manifest = new ZipManifest();
    manifest.add(file("a", null));
    expect(() => manifest.at(0)).toThrow();
    manifest.seal();
    expect(manifest.at(0).offset).toBe(0);
    expect(() => manifest.add(file("b", null))).toThrow();
  });
});
