import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { asStore, localHeader, MemoryStore, readAll, sliceAt, tell } from "../../tests/setup/memory-blobs";
import { readCoalesced, type SliceRead } from "./coalesced-reads";
import { type Slice, SliceDamagedError } from "./slice";
import { newBlobKey, StoreUnavailableError } from "./store";

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const sizes = new MemoryStore().readSizes;

/** Entries end to end, as an archive has them. */
function archive(store: MemoryStore, entries: readonly { header: Buffer; bytes: Buffer }[]): Slice[] {
  const key = store.put(Buffer.concat([...entries.flatMap(({ header, bytes }) => [header, bytes]), Buffer.alloc(100)]));
  let offset = 0;
  return entries.map(({ header, bytes }) => {
    const slice = { ...sliceAt(key, offset, bytes.length), hasLocalHeader: true };
    offset += header.length + bytes.length;
    return slice;
  });
}

describe("readCoalesced", () => {
  it("reads adjacent slices in order by a few reads", async () => {
    const store = new MemoryStore();
    const bytes = randomBytes(10_000 * 2_048);
    const key = store.put(bytes);
    const slices = Array.from({ length: 10_000 }, (_, index) => sliceAt(key, index * 2_048, 2_048));
    const found = await readAll(store, slices);
    expect(found).toHaveLength(10_000);
    expect(Buffer.concat(found.map((one) => (one.kind === "read" ? one.stored : Buffer.alloc(0)))).equals(bytes)).toBe(true);
    expect(store.asked).toHaveLength(5);
  });

  it("splits reads at gaps and at their greatest length", async () => {
    const store = new MemoryStore();
    const [one, other] = [store.put(randomBytes(9 * MEBIBYTE)), store.put(randomBytes(MEBIBYTE))];
    const readsOf = async (...slices: Slice[]) => {
      store.asked.length = 0;
      await readAll(store, slices);
      return store.asked.map(({ length }) => length);
    };
    const first = sliceAt(one, 0, 1_000);
    expect(await readsOf(first, sliceAt(one, 1_000 + sizes.gap, 1))).toEqual([1_001 + sizes.gap]);
    expect(await readsOf(first, sliceAt(one, 1_001 + sizes.gap, 1))).toEqual([1_000, 1]);
    expect(await readsOf(first, sliceAt(other, 1_000, 10))).toEqual([1_000, 10]);
    expect(await readsOf(sliceAt(one, 1_000, 10), first)).toEqual([10, 1_000]);
    expect(await readsOf(...Array.from({ length: 9 }, (_, index) => sliceAt(one, index * MEBIBYTE, MEBIBYTE)))).toEqual([
      4 * MEBIBYTE,
      4 * MEBIBYTE,
      MEBIBYTE,
    ]);
  });

  it("accepts slices that overlap or repeat", async () => {
    const store = new MemoryStore();
    const bytes = randomBytes(10_000);
    const key = store.put(bytes);
    const slices = [sliceAt(key, 0, 5_000), sliceAt(key, 0, 5_000), sliceAt(key, 0, 10_000), sliceAt(key, 100, 7), sliceAt(key, 4_999, 2)];
    const found = await readAll(store, slices);
    expect(found.map(tell)).toEqual(slices.map(({ offset, storedSize }) => bytes.subarray(offset, offset + storedSize).toString("latin1")));
    expect(store.asked).toHaveLength(1);
  });

  it("reads neither empty nor large slices", async () => {
    const store = new MemoryStore();
    const key = store.put(randomBytes(3 * MEBIBYTE));
    const empty = sliceAt(newBlobKey(), 7, 0);
    const large = sliceAt(key, 10, MEBIBYTE + 1);
    const found = await readAll(store, [empty, large, empty, sliceAt(key, 0, 10), empty, large, sliceAt(key, 5, 5)]);
    expect(found.map(({ kind }) => kind)).toEqual(["read", "large", "read", "read", "read", "large", "read"]);
    expect(store.asked.map(({ length }) => length)).toEqual([10, 5]);
    expect(await readAll(store, [])).toEqual([]);
  });

  it("keeps at most three full-length reads in memory", async () => {
    const store = new MemoryStore();
    const key = store.put(Buffer.alloc(64 * MEBIBYTE));
    const slices = Array.from({ length: 256 }, (_, index) => sliceAt(key, index * 256 * KIBIBYTE, 256 * KIBIBYTE));
    let most = 0;
    for await (const { index } of readCoalesced(asStore(store), slices)) {
      await setImmediate();
      const read = store.asked.reduce((sum, { length }) => sum + length, 0);
      most = Math.max(most, read - Math.floor((index * 256 * KIBIBYTE) / sizes.atOnce) * sizes.atOnce);
    }
    expect(most).toBe(3 * sizes.atOnce);
  });

  it("starts many reads at once for slices that are far apart", async () => {
    const store = new MemoryStore();
    const slices = Array.from({ length: 100 }, () => sliceAt(store.put(randomBytes(10)), 0, 10));
    let most = 0;
    for await (const _ of readCoalesced(asStore(store), slices)) most = Math.max(most, store.underWay);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThan(20);
  });
});

describe("readCoalesced of slices with local headers", () => {
  it("reads headers with the bytes, and an unusually long one by at most one more read", async () => {
    const store = new MemoryStore();
    const bytes = Array.from({ length: 20 }, () => randomBytes(3_000));
    const entry = (index: number) => ({
      header: localHeader({ extraBytes: index % 5 === 4 ? 2_000 : 20 }),
      bytes: bytes[index] ?? Buffer.alloc(0),
    });
    const slices = archive(
      store,
      Array.from({ length: 20 }, (_, index) => entry(index)),
    );
    const found = await readAll(store, slices);
    expect(found.map(tell)).toEqual(bytes.map((one) => one.toString("latin1")));
    // The last one reaches beyond what was planned.
    expect(store.asked.length).toBeLessThanOrEqual(3);
  });

  it("reports a damaged header for its own slice only", async () => {
    const store = new MemoryStore();
    const bytes = Array.from({ length: 9 }, () => randomBytes(100));
    const header = (index: number) => (index === 4 ? Buffer.alloc(35, "x") : localHeader({ method: index === 6 ? 8 : 0 }));
    const slices = archive(
      store,
      bytes.map((one, index) => ({ header: header(index), bytes: one })),
    );
    const found = await readAll(store, slices);
    expect(found.flatMap(({ kind, index }) => (kind === "failed" ? [index] : []))).toEqual([4, 6]);
    expect(found.flatMap((one) => (one.kind === "failed" ? [one.error instanceof SliceDamagedError] : []))).toEqual([true, true]);
    expect(tell(found[5] as SliceRead)).toBe(bytes[5]?.toString("latin1"));
    expect(store.asked).toHaveLength(1);
  });
});

describe("readCoalesced with errors", () => {
  const kinds = (found: SliceRead[]) => found.map((one) => (one.kind === "failed" ? (one.error as Error).name : one.kind));

  it("reports a missing blob for each of its slices only", async () => {
    const store = new MemoryStore();
    const [there, gone] = [store.put(randomBytes(100)), newBlobKey()];
    const slices = [sliceAt(there, 0, 10), sliceAt(gone, 0, 10), sliceAt(gone, 10, 10), sliceAt(gone, 20, 0), sliceAt(there, 20, 10)];
    expect(kinds(await readAll(store, slices))).toEqual(["read", "BlobMissingError", "BlobMissingError", "read", "read"]);
    expect(store.asked).toHaveLength(3);
  });

  it("reports an unavailable store for the slices that were requested", async () => {
    const store = new MemoryStore();
    const key = store.put(randomBytes(9 * MEBIBYTE));
    store.fail = (_key, { offset }) => {
      if (offset === 4 * MEBIBYTE) throw new StoreUnavailableError("The store is unavailable.", null);
    };
    const slices = Array.from({ length: 9 }, (_, index) => sliceAt(key, index * MEBIBYTE, MEBIBYTE));
    expect(kinds(await readAll(store, slices))).toEqual([
      ...new Array(4).fill("read"),
      ...new Array(4).fill("StoreUnavailableError"),
      "read",
    ]);
    expect(store.asked).toHaveLength(3);
  });

  it("reports a disk error for the slice on the broken place only", async () => {
    const store = new MemoryStore();
    const key = store.put(randomBytes(10_000));
    store.fail = (_key, { offset, length }) => {
      if (offset <= 4_500 && offset + length > 4_500) throw Object.assign(new Error("i/o error"), { code: "EIO" });
    };
    const slices = Array.from({ length: 10 }, (_, index) => sliceAt(key, index * 1_000, 1_000));
    expect(kinds(await readAll(store, slices))).toEqual(slices.map((_, index) => (index === 4 ? "Error" : "read")));
  });

  it("reports a slice beyond the end of its blob", async () => {
    const store = new MemoryStore();
    const key = store.put(randomBytes(100));
    const slices = [sliceAt(key, 0, 10), sliceAt(key, 90, 11), sliceAt(key, 200, 10), { ...sliceAt(key, 300, 1), hasLocalHeader: true }];
    expect(kinds(await readAll(store, slices))).toEqual(["read", "SliceDamagedError", "SliceDamagedError", "SliceDamagedError"]);
  });
});

describe("readCoalesced when the consumer stops", () => {
  function many(store: MemoryStore): Slice[] {
    const key = store.put(Buffer.alloc(40 * MEBIBYTE));
    return Array.from({ length: 40 }, (_, index) => sliceAt(key, index * MEBIBYTE, MEBIBYTE));
  }

  it("leaves no read on the way", async () => {
    const store = new MemoryStore();
    for await (const { index } of readCoalesced(asStore(store), many(store))) if (index === 5) break;
    expect(store.underWay).toBe(0);
    expect(store.asked.length).toBeLessThan(6);
  });

  it("throws the signal's reason before the next slice", async () => {
    const store = new MemoryStore();
    const stopping = new AbortController();
    const seen: number[] = [];
    const reading = async () => {
      for await (const { index } of readCoalesced(asStore(store), many(store), stopping.signal)) {
        seen.push(index);
        if (index === 5) stopping.abort(new Error("stopped"));
      }
    };
    await expect(reading()).rejects.toThrow("stopped");
    expect([seen.at(-1), store.underWay]).toEqual([5, 0]);
    await expect(reading()).rejects.toThrow("stopped");
  });
});
