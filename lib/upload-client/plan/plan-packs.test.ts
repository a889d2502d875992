import { describe, expect, it } from "vitest";
import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES } from "../limits";
import { planPacks } from "./plan-packs";

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
