import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BlobKey, BlobMissingError, type BlobStore, newBlobKey } from "@/lib/blobs/store";
import { type OpenBlobStore, sourceOf } from "./open-blob-store";

/** Defines the tests that every blob store driver must pass. */
export function describeBlobStore(name: string, open: () => Promise<OpenBlobStore>): void {
  describe(`blob store contract: ${name}`, () => {
    let opened: OpenBlobStore;
    let store: BlobStore;

    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    async function put(bytes: Buffer): Promise<BlobKey> {
      const key = newBlobKey();
      await store.write(key, sourceOf(bytes, 70_001));
      return key;
    }

    it.each([0, 1, 65_536, 3_000_001])("returns the same %i bytes that were written", async (size) => {
      const bytes = randomBytes(size);
      const key = newBlobKey();
      expect(await store.write(key, sourceOf(bytes, 65_537))).toBe(size);
      expect(await store.size(key)).toBe(size);
      expect((await buffer(await store.read(key, { offset: 0, length: size }))).equals(bytes)).toBe(true);
      expect((await store.readBytes(key, { offset: 0, length: size })).equals(bytes)).toBe(true);
    });

    it.each([
      ["the first byte", 0, 1],
      ["an empty slice", 500, 0],
      ["a slice in the middle", 299_999, 600_003],
      ["the last byte", 999_999, 1],
      ["an empty slice at the end", 1_000_000, 0],
    ])("reads %s", async (_what, offset, length) => {
      const bytes = randomBytes(1_000_000);
      const key = await put(bytes);
      const expected = bytes.subarray(offset, offset + length);
      expect((await buffer(await store.read(key, { offset, length }))).equals(expected)).toBe(true);
      expect((await store.readBytes(key, { offset, length })).equals(expected)).toBe(true);
    });

    it("returns only existing bytes when a slice extends past the end of the blob", async () => {
      const bytes = randomBytes(1_000);
      const key = await put(bytes);
      expect((await store.readBytes(key, { offset: 900, length: 500 })).equals(bytes.subarray(900))).toBe(true);
      expect(await store.readBytes(key, { offset: 5_000, length: 10 })).toHaveLength(0);
    });

    it("fails a stream when the slice extends past the end of the blob", async () => {
      const key = await put(randomBytes(1_000));
      await expect(store.read(key, { offset: 900, length: 500 }).then(buffer)).rejects.toThrow();
      await expect(store.read(key, { offset: 1_000, length: 1 }).then(buffer)).rejects.toThrow();
    });

    it("distinguishes a missing blob from an empty blob", async () => {
      const missing = newBlobKey();
      expect(await store.size(missing)).toBeNull();
      await expect(store.readBytes(missing, { offset: 0, length: 1 })).rejects.toThrow(BlobMissingError);
      await expect(store.read(missing, { offset: 0, length: 1 }).then(buffer)).rejects.toThrow(BlobMissingError);
      expect(await store.size(await put(Buffer.alloc(0)))).toBe(0);
    });

    it("serves 200 concurrent readers of one blob", async () => {
      const bytes = randomBytes(400_000);
      const key = await put(bytes);
      const readers = Array.from({ length: 200 }, (_, index) => ({ offset: index * 1_999, length: 1_999 }));
      const read = await Promise.all(
        readers.map((slice, index) => (index % 2 ? store.readBytes(key, slice) : store.read(key, slice).then(buffer))),
      );
      expect(Buffer.concat(read).equals(bytes.subarray(0, 200 * 1_999))).toBe(true);
    });

    it("stays usable after streams are destroyed halfway", async () => {
      const bytes = randomBytes(2_000_000);
      const key = await put(bytes);
      for (let round = 0; round < 50; round += 1) {
        const stream = await store.read(key, { offset: 0, length: bytes.length });
        stream.once("data", () => stream.destroy());
        await new Promise((resolve) => stream.once("close", resolve));
      }
      expect((await store.readBytes(key, { offset: 10, length: 10 })).equals(bytes.subarray(10, 20))).toBe(true);
    });

    it("aborts reads when the signal is aborted", async () => {
      const key = await put(randomBytes(2_000_000));
      const aborted = AbortSignal.abort();
      await expect(store.readBytes(key, { offset: 0, length: 10 }, aborted)).rejects.toThrow();
      await expect(store.read(key, { offset: 0, length: 10 }, aborted).then(buffer)).rejects.toThrow();

      const controller = new AbortController();
      const stream = await store.read(key, { offset: 0, length: 2_000_000 }, controller.signal);
      stream.once("data", () => controller.abort());
      await expect(buffer(stream)).rejects.toThrow();
    });

    it("leaves no blob when the source fails", async () => {
      const key = newBlobKey();
      function* failing(): Generator<Uint8Array> {
        yield randomBytes(200_000);
        throw new Error("the source failed");
      }
      await expect(store.write(key, Readable.from(failing()))).rejects.toThrow("the source failed");
      expect(await store.size(key)).toBeNull();
      await store.write(key, sourceOf(randomBytes(10), 10));
      expect(await store.size(key)).toBe(10);
    });

    it("leaves no blob when the write is aborted", async () => {
      const key = newBlobKey();
      const controller = new AbortController();
      function* endless(): Generator<Uint8Array> {
        for (let count = 0; ; count += 1) {
          if (count === 5) controller.abort();
          yield randomBytes(10_000);
        }
      }
      await expect(store.write(key, Readable.from(endless()), controller.signal)).rejects.toThrow();
      expect(await store.size(key)).toBeNull();
    });

    it("shows a blob only after all its bytes are written", async () => {
      const key = newBlobKey();
      async function* watched(): AsyncGenerator<Uint8Array> {
        yield randomBytes(100_000);
        expect(await store.size(key)).toBeNull();
        yield randomBytes(100_000);
      }
      expect(await store.write(key, watched())).toBe(200_000);
      expect(await store.size(key)).toBe(200_000);
    });

    it("flushes a blob and throws BlobMissingError for a missing blob", async () => {
      await store.flush(await put(randomBytes(1_000)));
      await expect(store.flush(newBlobKey())).rejects.toThrow(BlobMissingError);
    });

    it("deletes a blob that was just read and ignores a second delete", async () => {
      const key = await put(randomBytes(1_000));
      await store.readBytes(key, { offset: 0, length: 10 });
      await store.delete(key);
      expect(await store.size(key)).toBeNull();
      await expect(store.readBytes(key, { offset: 0, length: 10 })).rejects.toThrow(BlobMissingError);
      await store.delete(key);
    });

    it.each(["../etc/passwd", "", "0".repeat(31), `${"0".repeat(31)}/`, `${"a".repeat(32)}\0`, "A".repeat(32)])(
      "refuses the key %j",
      async (key) => {
        const wrong = key as BlobKey;
        await expect(store.size(wrong)).rejects.toThrow();
        await expect(store.readBytes(wrong, { offset: 0, length: 1 })).rejects.toThrow();
        await expect(store.write(wrong, sourceOf(randomBytes(1), 1))).rejects.toThrow();
        await expect(store.delete(wrong)).rejects.toThrow();
      },
    );

    it("returns its capacity as far as it is known", async () => {
      const { total, free } = await store.capacity();
      if (total !== null) expect(total).toBeGreaterThan(0);
      if (free !== null) expect(free).toBeLessThanOrEqual(total ?? Number.POSITIVE_INFINITY);
    });

    it("passes its own check", async () => {
      await store.check();
    });
  });
}
