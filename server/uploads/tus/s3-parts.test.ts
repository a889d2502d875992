import { describe, expect, it } from "vitest";
import { uploadStorageSchema } from "../../../lib/imports/uploads/receiving";
import { countParts, isTailAt, tailName, takeOver } from "./s3-parts";

const PART = 16;
const fresh = uploadStorageSchema.parse({ partBytes: PART });
const stored = (...parts: [number, number][]) => parts.map(([PartNumber, Size]) => ({ PartNumber, Size }));
const numbers = (parts: { PartNumber?: number }[]) => parts.map(({ PartNumber }) => PartNumber);

describe("countParts", () => {
  it.each<[string, [number, number][], number, number[]]>([
    ["nothing", [], 100, []],
    [
      "parts in order, listed in any order",
      [
        [2, 16],
        [1, 16],
      ],
      100,
      [1, 2],
    ],
    [
      "no part after a gap",
      [
        [1, 16],
        [3, 16],
      ],
      100,
      [1],
    ],
    [
      "no short part in the middle",
      [
        [1, 16],
        [2, 5],
        [3, 16],
      ],
      100,
      [1],
    ],
    [
      "the last part, even when it is short",
      [
        [1, 16],
        [2, 5],
      ],
      21,
      [1, 2],
    ],
    [
      "no part after the end",
      [
        [1, 16],
        [2, 16],
      ],
      16,
      [1],
    ],
  ])("counts %s", (_what, parts, length, expected) => {
    const received = countParts(stored(...parts), fresh, length);
    expect(numbers(received.parts)).toEqual(expected);
    expect(received.bytes).toBe(received.parts.reduce((sum, { Size = 0 }) => sum + Size, 0));
  });

  it("counts the parts of an upload of more than 100 GB", () => {
    const all = Array.from({ length: 9_000 }, (_, index): [number, number] => [index + 1, PART]);
    expect(countParts(stored(...all), fresh, 9_000 * PART).bytes).toBe(9_000 * PART);
  });
});

describe("takeOver", () => {
  it("skips the part numbers that lost writers may still use, also after two take-overs", () => {
    const first = takeOver(fresh, countParts(stored([1, 16], [2, 16]), fresh, 100), "b");
    expect(first).toMatchObject({ writer: "b", spans: [[1, 2]], from: 7 });
    // The first writer's part 3 arrives late, and the second writer is lost before it stores anything.
    const late = stored([1, 16], [2, 16], [3, 16]);
    expect(countParts(late, first, 100).bytes).toBe(32);
    const second = takeOver(first, countParts(late, first, 100), "c");
    expect(second).toMatchObject({ spans: [[1, 2]], from: 11 });
    const received = countParts(stored([1, 16], [2, 16], [3, 16], [7, 16], [11, 16], [12, 16]), second, 100);
    expect(numbers(received.parts)).toEqual([1, 2, 11, 12]);
  });

  it("skips the numbers after the parts that a lost writer stored after a gap", () => {
    // Part 2 may still be on the way, and parts 8 to 10 side by side with it.
    const taken = takeOver(fresh, countParts(stored([1, 16], [3, 16], [4, 16], [5, 16], [6, 16], [7, 16]), fresh, 1000), "b");
    expect(taken).toMatchObject({ spans: [[1, 1]], from: 12 });
  });

  it("changes the name of the tail", () => {
    expect(tailName("key", fresh, 32)).not.toBe(tailName("key", { ...fresh, from: 5 }, 32));
    expect(tailName("key", fresh, 32)).not.toBe(tailName("key", fresh, 48));
    expect(tailName("key", { ...fresh, writer: "a" }, 32)).not.toBe(tailName("key", { ...fresh, writer: "b" }, 32));
  });

  it("leaves a tail valid only after the parts that it follows", () => {
    const tail = tailName("key", { ...fresh, writer: "a" }, 32);
    expect([16, 32, 48, 2].map((bytes) => isTailAt(tail, bytes))).toEqual([false, true, false, false]);
    expect(isTailAt(null, 0)).toBe(false);
  });
});
