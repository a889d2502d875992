import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BlobKey, type BlobStore, type ByteSlice, newBlobKey } from "../blobs/store";
import { SequentialReader } from "./sequential-reader";

const bytes = randomBytes(7_654_321);
const key = newBlobKey();
const never = new AbortController().signal;

/** A store of one blob in memory that records its reads. */
class MemoryStore implements Pick<BlobStore, "readBytes" | "readSizes"> {
  readonly readSizes = { atOnce: 1024 * 1024, gap: 0 };
  readonly asked: ByteSlice[] = [];
  readonly calledOff: ByteSlice[] = [];
  async readBytes(_key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    signal?.throwIfAborted();
    this.asked.push(slice);
    await setImmediate();
    if (signal?.aborted) {
      this.calledOff.push(slice);
      throw signal.reason;
    }
    return bytes.subarray(slice.offset, slice.offset + slice.length);
  }
}

function open(end = bytes.length) {
  const store = new MemoryStore();
  return { store, reader: new SequentialReader(store as unknown as BlobStore, key, end, never) };
}

describe("SequentialReader", () => {
  it("reads every byte of the blob once, with pieces of any size", async () => {
    const { store, reader } = open();
    for (let at = 0; at < bytes.length; at += 9_973) {
      const length = Math.min(9_973, bytes.length - at);
      expect((reader.at(at, length) ?? (await reader.read(at, length))).equals(bytes.subarray(at, at + length))).toBe(true);
    }
    await reader.close();
    expect(store.asked.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
    expect(store.asked.length).toBeLessThan(10);
  });

  it("skips bytes that the caller does not read", async () => {
    const { store, reader } = open();
    await reader.read(0, 10);
    expect(await reader.read(7_000_000, 10)).toEqual(bytes.subarray(7_000_000, 7_000_010));
    await reader.close();
    expect(store.asked.some(({ offset }) => offset > 5_000_000 && offset < 7_000_000)).toBe(false);
  });

  it("aborts reads of bytes that are skipped or no longer wanted", async () => {
    const { store, reader } = open();
    await reader.read(0, 10);
    await reader.read(7_000_000, 10);
    expect(store.calledOff.length).toBeGreaterThan(0);
    expect(store.calledOff.every(({ offset }) => offset < 7_000_000)).toBe(true);
    const other = open();
    await other.reader.read(0, 10);
    await other.reader.close();
    expect(other.store.calledOff.map(({ offset }) => offset)).toEqual([1, 2, 3].map((chunk) => chunk * 1024 * 1024));
  });

  it("continues when a gap lies between two chunks", async () => {
    const { store, reader } = open();
    const chunk = store.readSizes.atOnce;
    await reader.read(0, chunk);
    expect(await reader.read(chunk + 16, 10)).toEqual(bytes.subarray(chunk + 16, chunk + 26));
    expect(await reader.read(3 * chunk - 5, 10)).toEqual(bytes.subarray(3 * chunk - 5, 3 * chunk + 5));
    await reader.close();
    expect(store.asked.every(({ offset }) => offset % chunk === 0)).toBe(true);
    expect(new Set(store.asked.map(({ offset }) => offset)).size).toBe(store.asked.length);
  });

  it("ends with the signal's reason during any read", async () => {
    const stopping = new AbortController();
    const store = new MemoryStore();
    const reader = new SequentialReader(store as unknown as BlobStore, key, bytes.length, stopping.signal);
    const reading = reader.read(0, 10);
    stopping.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    await reader.close();
  });

  it("returns less at the end of the blob, and nothing after it", async () => {
    const { reader } = open();
    expect(await reader.read(bytes.length - 5, 50)).toEqual(bytes.subarray(-5));
    expect(await reader.read(bytes.length, 50)).toHaveLength(0);
    expect(await reader.read(bytes.length + 10, 50)).toHaveLength(0);
  });

  it("throws when the blob is shorter than expected", async () => {
    const { reader } = open(bytes.length + 1_000);
    const reading = async () => {
      for await (const _ of reader.stream(0, bytes.length + 1_000));
    };
    await expect(reading()).rejects.toThrow("The blob ends before byte");
    await reader.close();
  });

  it("reads and streams any ranges in ascending order", async () => {
    const runs = fc.array(fc.record({ gap: fc.nat(2_000_000), length: fc.nat(2_500_000), streamed: fc.boolean() }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(runs, async (given) => {
        const { reader } = open();
        let at = 0;
        for (const { gap, length, streamed } of given) {
          at += gap;
          const found = streamed ? Buffer.concat(await Readable.from(reader.stream(at, length)).toArray()) : await reader.read(at, length);
          expect(found.equals(bytes.subarray(at, at + length))).toBe(true);
          at += length;
        }
        await reader.close();
      }),
      { numRuns: 50 },
    );
  });
});
