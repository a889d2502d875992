import { describe, expect, it } from "vitest";
import { countSent, planChunks } from "./chunk-sender";

const GIBIBYTE = 1024 ** 3;

describe("planChunks", () => {
  it("puts at most 200 files into a chunk", () => {
    const sizes = Array.from({ length: 450 }, () => 10);
    expect(planChunks(sizes)).toEqual([
      { from: 0, to: 200, bytes: 2_000 },
      { from: 200, to: 400, bytes: 2_000 },
      { from: 400, to: 450, bytes: 500 },
    ]);
    expect(planChunks(sizes.slice(0, 200))).toHaveLength(1);
    expect(planChunks(sizes.slice(0, 201))).toHaveLength(2);
  });

  it("puts at most 1 GiB into a chunk, unless one file is larger", () => {
    const sizes = [1, 5 * GIBIBYTE, GIBIBYTE / 2, GIBIBYTE / 2, 1];
    expect(planChunks(sizes).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [4, 5],
    ]);
  });

  it("returns no chunks for no files, and one chunk for empty files", () => {
    expect(planChunks([])).toEqual([]);
    expect(planChunks([0, 0])).toEqual([{ from: 0, to: 2, bytes: 0 }]);
  });
});

describe("countSent", () => {
  const sizes = [100, 10, 0, 20];
  const chunk = { from: 1, to: 4, bytes: 30 };

  it.each([
    [0, 0],
    [9, 0],
    [10, 2],
    [29, 2],
    [30, 3],
  ])("counts for %s sent bytes %s files", (bytes, files) => expect(countSent(sizes, chunk, bytes)).toBe(files));
});
