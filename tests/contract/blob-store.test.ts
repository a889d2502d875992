import { mkdtemp, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiskBlobStore } from "@/lib/blobs/disk/blob-store";
import { BlobMissingError, newBlobKey } from "@/lib/blobs/store";
import { describeBlobListing } from "./blob-listing";
import { describeBlobStore } from "./blob-store";

async function openOnDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-blobs-"));
  const store = new DiskBlobStore(path.join(folder, "blobs"));
  return {
    store,
    close: async () => {
      store.close();
      await rm(folder, { recursive: true });
    },
  };
}

describeBlobStore("disk", openOnDisk);
describeBlobListing("disk", openOnDisk);

describe("blobs on disk", () => {
  let opened: Awaited<ReturnType<typeof openOnDisk>>;

  beforeAll(async () => {
    opened = await openOnDisk();
  });
  afterAll(() => opened.close());

  function bytesOf(text: string): Readable {
    return Readable.from([Buffer.from(text)]);
  }

  async function openFilesBelow(folder: string): Promise<string[]> {
    const descriptors = await readdir("/proc/self/fd");
    const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
    return targets.filter((target) => target.startsWith(folder));
  }

  it("leaves no temporary file after a write, a failed write or a check", async () => {
    const { store } = opened;
    const key = newBlobKey();
    await store.write(key, bytesOf("whole"));
    function* failing(): Generator<Uint8Array> {
      yield Buffer.from("half");
      throw new Error("the source failed");
    }
    await expect(store.write(newBlobKey(), Readable.from(failing()))).rejects.toThrow("the source failed");
    await store.check();
    expect(await readdir(store.folder)).toEqual([key]);
  });

  it("deletes the partial file of a killed process, so that the blob can be written again", async () => {
    const { store } = opened;
    const key = newBlobKey();
    await writeFile(path.join(store.folder, `${key}.partial`), "ha");
    await expect(store.write(key, bytesOf("whole"))).rejects.toThrow("EEXIST");
    await store.delete(key);
    await store.write(key, bytesOf("whole"));
    expect(String(await store.readBytes(key, { offset: 0, length: 10 }))).toBe("whole");
  });

  it("distinguishes leftovers of a killed process from blobs", async () => {
    const { store } = opened;
    const key = newBlobKey();
    const names = [`${key}.partial`, `${key}.info`, `${key}.info.partial`, "probe-0123456789abcdef", "notes.txt"];
    for (const name of names) await writeFile(path.join(store.folder, name), "left");
    const found = new Map<string, unknown>();
    for await (const { name, ...object } of store.list()) found.set(name, object);
    expect(names.map((name) => found.get(name))).toMatchObject([
      { kind: "partial", key, size: 4 },
      { kind: "sidecar", key, size: 4 },
      { kind: "sidecar", key, size: 4 },
      { kind: "sidecar", key: null, size: 4 },
      { kind: "foreign", key: null, size: 4 },
    ]);
    for (const name of names) await store.deleteLeftover(name);
    expect((await readdir(store.folder)).filter((name) => names.includes(name))).toEqual([]);
  });

  it("returns the total and free size of the disk", async () => {
    const { total, free } = await opened.store.capacity();
    expect(total).toBeGreaterThan(free ?? 0);
    expect(free).toBeGreaterThan(0);
  });

  it("limits the number of open files and closes the files of deleted blobs", async () => {
    const { store } = opened;
    const keys = Array.from({ length: 300 }, () => newBlobKey());
    await Promise.all(keys.map((key) => store.write(key, bytesOf(key))));
    const read = await Promise.all(keys.map((key) => store.readBytes(key, { offset: 0, length: 32 })));
    expect(read.map(String)).toEqual(keys);
    await expect.poll(async () => (await openFilesBelow(store.folder)).length).toBeLessThanOrEqual(256);

    await Promise.all(keys.map((key) => store.delete(key)));
    await expect.poll(() => openFilesBelow(store.folder)).toEqual([]);
  });

  it("reads a blob to the end when it is deleted during the read", async () => {
    const { store } = opened;
    const key = newBlobKey();
    const text = "x".repeat(3_000_000);
    await store.write(key, bytesOf(text));
    const stream = await store.read(key, { offset: 0, length: text.length });
    await store.delete(key);
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    expect(length).toBe(text.length);
    await expect(store.read(key, { offset: 0, length: 1 })).rejects.toThrow(BlobMissingError);
    await expect.poll(() => openFilesBelow(store.folder)).toEqual([]);
  });
});
