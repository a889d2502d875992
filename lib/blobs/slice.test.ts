import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { DiskBlobStore } from "./disk/blob-store";
import { openInflated, openStored, readInflated, readStored, type Slice, SliceDamagedError } from "./slice";
import { type BlobKey, BlobMissingError, newBlobKey } from "./store";

const text = Buffer.from("All rivers run into the sea. ".repeat(40_000));
const noise = randomBytes(300_000);
const files: Record<string, Buffer> = {
  "text.txt": text,
  "noise.bin": noise,
  "small.txt": Buffer.from("sea ".repeat(50)),
  "empty.txt": Buffer.alloc(0),
  [`${"long-name-".repeat(20)}.txt`]: Buffer.from("a".repeat(2_000)),
};

/** Large buffers are compared by digest: vitest's own comparison takes seconds for them. */
function digest(bytes: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(bytes ?? "missing")
    .digest("hex");
}

let folder: string;
let store: DiskBlobStore;
let zipKey: BlobKey;
let slices: Map<string, Slice>;

async function writeBlob(bytes: Buffer): Promise<BlobKey> {
  const key = newBlobKey();
  await writeFile(path.join(store.folder, key), bytes);
  return key;
}

/** Reads the directory of an archive with yauzl instead of our own code. */
async function readDirectory(archive: Buffer, blobKey: BlobKey): Promise<Map<string, Slice>> {
  const found = new Map<string, Slice>();
  const zip = await promisify<Buffer, { lazyEntries: boolean }, import("yauzl").ZipFile>(fromBuffer)(archive, { lazyEntries: false });
  zip.on("entry", (entry) => {
    found.set(entry.fileName, {
      blobKey,
      offset: entry.relativeOffsetOfLocalHeader,
      hasLocalHeader: true,
      storedSize: entry.compressedSize,
      size: entry.uncompressedSize,
      method: entry.compressionMethod === 8 ? "deflated" : "stored",
      crc32: entry.crc32,
    });
  });
  await new Promise((resolve, reject) => zip.on("end", resolve).on("error", reject));
  return found;
}

function sliceOf(name: string): Slice {
  const slice = slices.get(name);
  if (!slice) throw new Error(`The archive has no ${name}.`);
  return slice;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "slice-"));
  const source = path.join(folder, "source");
  await mkdir(source);
  await mkdir(path.join(folder, "blobs"));
  store = new DiskBlobStore(path.join(folder, "blobs"));
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(source, name), bytes);
  await promisify(execFile)("zip", ["-q", "-r", "../site.zip", "."], { cwd: source });
  const archive = await readFile(path.join(folder, "site.zip"));
  zipKey = await writeBlob(archive);
  slices = await readDirectory(archive, zipKey);
});

afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

describe("slices of an archive that Info-ZIP made", () => {
  it.each(Object.keys(files))("return the bytes of %s", async (name) => {
    const slice = sliceOf(name);
    const expected = digest(files[name]);
    expect(digest(await readInflated(store, slice))).toBe(expected);
    expect(digest(await buffer(await openInflated(store, slice)))).toBe(expected);
    const stored = await readStored(store, slice);
    expect(digest(await buffer(await openStored(store, slice)))).toBe(digest(stored));
    expect(digest(slice.method === "deflated" ? inflateRawSync(stored) : stored)).toBe(expected);
  });

  it.each([
    ["text.txt", 0, 1],
    ["text.txt", 65_535, 3],
    ["text.txt", 500_000, 200_000],
    ["text.txt", text.length - 7, 7],
    ["noise.bin", 0, 10],
    ["noise.bin", 123_456, 100_000],
    ["noise.bin", noise.length - 1, 1],
  ])("return a range of %s: %i + %i", async (name, offset, length) => {
    const range = { offset, length };
    const bytes = await buffer(await openInflated(store, sliceOf(name), range));
    expect(digest(bytes)).toBe(digest(files[name]?.subarray(offset, offset + length)));
  });

  it("are read with their header by one read, and the header is not read again", async () => {
    const key = await writeBlob(await readFile(path.join(store.folder, zipKey)));
    const slice = { ...sliceOf("small.txt"), blobKey: key };
    const reads: number[] = [];
    const counting = new DiskBlobStore(store.folder);
    const readBytes = counting.readBytes.bind(counting);
    counting.readBytes = (blobKey, run, signal) => {
      reads.push(run.length);
      return readBytes(blobKey, run, signal);
    };
    await readStored(counting, slice);
    await readStored(counting, slice);
    counting.close();
    expect(reads).toEqual([512 + slice.storedSize, slice.storedSize]);
  });
});

describe("a damaged slice", () => {
  const deflated = deflateRawSync(text);

  function sliceTo(blobKey: BlobKey, change: Partial<Slice>): Slice {
    const whole = { offset: 0, hasLocalHeader: false, storedSize: deflated.length, size: text.length, crc32: crc32(text) };
    return { blobKey, method: "deflated", ...whole, ...change };
  }

  async function drain(opening: Promise<Readable>): Promise<Buffer> {
    return buffer(await opening);
  }

  it.each([
    ["inflates to more", { size: text.length - 1 }],
    ["inflates to less", { size: text.length + 1 }],
    ["is cut within its deflate stream", { storedSize: deflated.length - 10 }],
    ["begins elsewhere", { offset: 3, storedSize: deflated.length - 3 }],
  ])("throws when it %s", async (_, change) => {
    const slice = sliceTo(await writeBlob(deflated), change);
    await expect(readInflated(store, slice)).rejects.toThrow(SliceDamagedError);
    await expect(drain(openInflated(store, slice))).rejects.toThrow();
  });

  it("throws when the blob ends within the slice", async () => {
    const slice = sliceTo(await writeBlob(deflated), { storedSize: deflated.length + 1 });
    await expect(readStored(store, slice)).rejects.toThrow(SliceDamagedError);
    await expect(drain(openStored(store, slice))).rejects.toThrow();
  });

  it("throws without a local header, or with one of another method", async () => {
    const slice = sliceTo(await writeBlob(deflated), { hasLocalHeader: true });
    await expect(readStored(store, slice)).rejects.toThrow("no local file header");
    const entry = sliceOf("text.txt");
    const key = await writeBlob(await readFile(path.join(store.folder, zipKey)));
    await expect(readStored(store, { ...entry, blobKey: key, method: "stored" })).rejects.toThrow("another method");
  });

  it("throws BlobMissingError for a missing blob", async () => {
    const slice = sliceTo(newBlobKey(), {});
    await expect(readStored(store, slice)).rejects.toThrow(BlobMissingError);
    await expect(readInflated(store, slice)).rejects.toThrow(BlobMissingError);
    await expect(openInflated(store, slice)).rejects.toThrow(BlobMissingError);
  });
});

it("releases the blob when the reader stops", async () => {
  const slice = sliceOf("text.txt");
  const sources: Readable[] = [];
  const watched = new DiskBlobStore(store.folder);
  const read = watched.read.bind(watched);
  watched.read = async (key, run, signal) => {
    const source = await read(key, run, signal);
    sources.push(source);
    return source;
  };
  const stream = await openInflated(watched, slice);
  for await (const chunk of stream) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => sources.map((source) => source.destroyed)).toEqual([true]);
  watched.close();
});
