import { describe, expect, it } from "vitest";
import { ALONE_FROM_BYTES, PACK_MAX_BYTES, PACK_MAX_FILES } from "../limits";
import { planPacks } from "./plan-packs";

const MEBIBYTE = 1024 * 1024;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe("planPacks", () => {
  it("puts small files end to end in their order, and sends large ones alone", () => {
    const sizes = [10, ALONE_FROM_BYTES, 20, 0, ALONE_FROM_BYTES - 1, 30];
    const packs = planPacks([5, 3, 2, 1, 0, 4], sizes);
    expect(packs.map(({ files, size }) => [Array.from(files), size])).toEqual([
      [[5, 3, 2, 0], 60],
      [[4], ALONE_FROM_BYTES - 1],
      [[1], ALONE_FROM_BYTES],
    ]);
  });

  it("covers every file once, in packs of at most 256 MiB", () => {
    const sizes = numbers(4_000).map((number) => ((number * 7_919) % (7 * MEBIBYTE)) + 1);
    const packs = planPacks(numbers(sizes.length), sizes);
    expect(packs.flatMap(({ files }) => Array.from(files))).toEqual(numbers(sizes.length));
    for (const { files, size } of packs) {
      expect(size).toBe(Array.from(files).reduce((sum, number) => sum + (sizes[number] ?? 0), 0));
      expect(size).toBeLessThanOrEqual(PACK_MAX_BYTES);
    }
    expect(packs.length).toBeLessThan(70);
  });

  it("divides some megabytes so that several uploads have something to do", () => {
    const packs = planPacks(numbers(20_000), new Array<number>(20_000).fill(4_096));
    expect(packs.length).toBeGreaterThanOrEqual(6);
    expect(packs.length).toBeLessThanOrEqual(12);
  });

  it("closes a pack of very many tiny files", () => {
    const packs = planPacks(numbers(50_000), new Array<number>(50_000).fill(1));
    expect(packs.map(({ files }) => files.length)).toEqual([PACK_MAX_FILES, PACK_MAX_FILES, 10_000]);
  });

  it("has nothing to send of no files", () => {
    expect(planPacks([], [])).toEqual([]);
  });
});
