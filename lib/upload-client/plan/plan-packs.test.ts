import { describe, expect, it, vi } from "vitest";
import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES } from "../limits";
import type { SentRange } from "../send/sent-ranges";
import { FileTable } from "./file-table";
import { matchPacks, planPacks } from "./plan-packs";
import type { PackProgress } from "./plan-store";

const MEBIBYTE = 1024 * 1024;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe("planPacks", () => {
  it("joins small files in order and sends large files alone", () => {
    const sizes = [10, ALONE_FROM_BYTES, 20, 0, ALONE_FROM_BYTES - 1, 30];
    const packs = planPacks([5, 3, 2, 1, 0, 4], sizes);
    expect(packs.map(({ files, size }) => [Array.from(files), size])).toEqual([
      [[5, 3, 2, 0], 60],
      [[4], ALONE_FROM_BYTES - 1],
      [[1], ALONE_FROM_BYTES],
    ]);
  });

  it("puts every file into one pack of at most 256 MiB", () => {
    const sizes = numbers(4_000).map((number) => ((number * 7_919) % (7 * MEBIBYTE)) + 1);
    const packs = planPacks(numbers(sizes.length), sizes);
    expect(packs.flatMap(({ files }) => Array.from(files))).toEqual(numbers(sizes.length));
    for (const { files, size } of packs) {
      expect(size).toBe(Array.from(files).reduce((sum, number) => sum + (sizes[number] ?? 0), 0));
      expect(size).toBeLessThanOrEqual(PACK_MAX_BYTES);
    }
    expect(packs.length).toBeLessThan(70);
  });

  it("divides a few megabytes into several packs for concurrent uploads", () => {
    const packs = planPacks(numbers(20_000), new Array<number>(20_000).fill(4_096));
    expect(packs.length).toBeGreaterThanOrEqual(6);
    expect(packs.length).toBeLessThanOrEqual(12);
  });

  it("limits the number of files in a pack", () => {
    const packs = planPacks(numbers(50_000), new Array<number>(50_000).fill(1));
    expect(packs.map(({ files }) => files.length)).toEqual([PACK_MAX_FILES, PACK_MAX_FILES, 10_000]);
  });

  it("returns no packs for no files", () => {
    expect(planPacks([], [])).toEqual([]);
  });
});

const stored = (packId: string, ...files: [string, number, number][]) => ({
  sessionId: "one",
  packId,
  size: files.reduce((sum, [, size]) => sum + size, 0),
  paths: files.map(([path]) => path),
  sizes: files.map(([, size]) => size),
  times: files.map(([, , time]) => time),
});

function folder(...files: [string, number, number][]): FileTable {
  const table = new FileTable();
  table.add({
    paths: files.map(([path]) => `site/${path}`),
    sizes: files.map(([, size]) => size),
    times: files.map(([, , time]) => time),
  });
  return table;
}

const every = () => true;
const unread = () => Promise.reject(new Error("no file may be read"));
const noProgress = new Map<string, PackProgress>();

describe("matchPacks", () => {
  it("keeps packs with unchanged files and updates their file numbers", async () => {
    const table = folder(["c", 3, 1], ["b", 2, 1], ["a", 1, 1]);
    const packs = [stored("1", ["a", 1, 1], ["b", 2, 1]), stored("2", ["c", 3, 1])];
    const { kept, dropped, changes } = await matchPacks(table, { packs, progress: noProgress }, unread, every);
    expect(kept.map(({ pack, files }) => [pack.packId, Array.from(files)])).toEqual([
      ["1", [2, 1]],
      ["2", [0]],
    ]);
    expect(dropped).toEqual([]);
    expect(changes).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  it("drops packs with a changed, missing or unwanted file", async () => {
    const table = folder(["a", 1, 1], ["b", 2, 9], ["d", 4, 1], ["e", 5, 1]);
    const packs = [stored("1", ["a", 1, 1], ["b", 2, 1]), stored("2", ["c", 3, 1]), stored("3", ["d", 4, 1])];
    const { kept, dropped, changes } = await matchPacks(table, { packs, progress: noProgress }, unread, (number) => number !== 2);
    expect(kept).toEqual([]);
    expect(dropped.map(({ packId }) => packId)).toEqual(["1", "2", "3"]);
    expect(changes).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  const range = (from: number, to: number): SentRange => ({ from, to, sha256: `${from}-${to}` });
  const pack = stored("1", ["a", 10, 1], ["b", 10, 1], ["c", 10, 1]);
  const matchSent = async (times: [number, number, number], progress: Pick<PackProgress, "isDone" | "ranges">, isSame: boolean) => {
    const table = folder(["a", 10, times[0]], ["b", 10, times[1]], ["c", 10, times[2]]);
    const hasSent = vi.fn((_files: Uint32Array, _ranges: SentRange[]) => Promise.resolve(isSame));
    const known = new Map([["1", { sessionId: "one", packId: "1", size: 30, uploadUrl: "/files/1", ...progress }]]);
    const { kept, changes } = await matchPacks(table, { packs: [pack], progress: known }, hasSent, every);
    const compared = hasSent.mock.calls.flatMap(([, ranges]) => ranges.map(({ sha256 }) => sha256));
    return { isKept: kept.length === 1, changed: changes.changed, compared };
  };
  const ranges = [range(0, 5), range(5, 12), range(12, 18), range(18, 30)];

  it("keeps a sent pack with a touched file whose bytes are the same", async () => {
    const matched = await matchSent([1, 2, 1], { isDone: true, ranges }, true);
    expect(matched).toEqual({ isKept: true, changed: 0, compared: ["0-5", "18-30", "5-12", "12-18"] });
  });

  it("reads only the first and the last range of a pack without a touched file", async () => {
    const matched = await matchSent([1, 1, 1], { isDone: true, ranges }, true);
    expect(matched).toEqual({ isKept: true, changed: 0, compared: ["0-5", "18-30"] });
  });

  it("drops a pack whose bytes have changed, even with the same times, and counts a changed file", async () => {
    expect(await matchSent([1, 1, 1], { isDone: false, ranges }, false)).toMatchObject({ isKept: false, changed: 1 });
    expect(await matchSent([2, 2, 1], { isDone: true, ranges }, false)).toMatchObject({ isKept: false, changed: 2 });
  });

  it("keeps a pack with a touched file that was not sent", async () => {
    const matched = await matchSent([1, 1, 2], { isDone: false, ranges: ranges.slice(0, 2) }, true);
    expect(matched).toMatchObject({ isKept: true, compared: ["0-5", "5-12"] });
  });

  it("drops a pack with a touched file when its sent bytes were not described", async () => {
    const gap = [range(0, 5), range(18, 30)];
    expect(await matchSent([1, 2, 1], { isDone: false, ranges: gap }, true)).toMatchObject({ isKept: false, changed: 1, compared: [] });
    expect(await matchSent([1, 2, 1], { isDone: false }, true)).toMatchObject({ isKept: false, changed: 1, compared: [] });
    expect(await matchSent([1, 1, 1], { isDone: false }, true)).toMatchObject({ isKept: true, changed: 0, compared: [] });
  });
});
