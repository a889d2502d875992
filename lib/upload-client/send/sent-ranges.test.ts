import { describe, expect, it } from "vitest";
import { addSent, describeSent, hasSentBytes, rangesToCompare, type SentRange } from "./sent-ranges";

const MEBIBYTE = 1024 * 1024;
const SIZE = 12 * MEBIBYTE;
const chunk = (mebibytes: number) => new Blob([new Uint8Array(mebibytes * MEBIBYTE)]);
const placesOf = (ranges: readonly SentRange[]) => ranges.map(({ from, to }) => [from / MEBIBYTE, to / MEBIBYTE]);

async function send(isOneFile: boolean, ...chunks: [start: number, mebibytes: number][]): Promise<SentRange[]> {
  let ranges: SentRange[] = [];
  for (const [start, mebibytes] of chunks) ranges = await addSent(ranges, chunk(mebibytes), start * MEBIBYTE, isOneFile ? null : SIZE);
  return ranges;
}

describe("addSent", () => {
  it("describes every byte of many files, with the first and the last MiB of the pack apart", async () => {
    expect(placesOf(await send(false, [0, 5], [5, 5], [10, 2]))).toEqual([
      [0, 1],
      [1, 5],
      [5, 10],
      [10, 11],
      [11, 12],
    ]);
  });

  it("describes the first and the last MiB of what was sent of a single file", async () => {
    expect(placesOf(await send(true, [0, 5]))).toEqual([
      [0, 1],
      [4, 5],
    ]);
    expect(placesOf(await send(true, [0, 5], [5, 5]))).toEqual([
      [0, 1],
      [9, 10],
    ]);
  });

  it("replaces the description of a chunk that is sent again", async () => {
    expect(placesOf(await send(false, [0, 5], [5, 5], [5, 5], [7, 4]))).toEqual([
      [0, 1],
      [1, 5],
      [5, 10],
      [7, 11],
    ]);
  });
});

describe("rangesToCompare", () => {
  const file = { from: 2 * MEBIBYTE, to: 3 * MEBIBYTE };

  it("returns null for a touched single file without its first MiB", async () => {
    const later = await send(true, [5, 5]);
    expect(rangesToCompare({ ranges: later, isDone: false }, [file], true)).toBeNull();
    expect(placesOf(rangesToCompare({ ranges: await send(true, [0, 5]), isDone: false }, [file], true) ?? [])).toEqual([
      [0, 1],
      [4, 5],
    ]);
  });

  it("returns nothing to compare for a pack of which nothing was sent", () => {
    expect(rangesToCompare({ ranges: [], isDone: false }, [file], false)).toEqual([]);
    expect(rangesToCompare({ ranges: [], isDone: false }, [file], true)).toEqual([]);
  });
});

const COUNT = 5 * MEBIBYTE;

function fileWith(place: number | null, lastModified = 1): File {
  const bytes = new Uint8Array(8 * MEBIBYTE).fill(7);
  if (place !== null) bytes[place] = 8;
  return new File([bytes], "site.zip", { lastModified });
}

it("hasSentBytes returns true for a file with another time, or with changes after the sent bytes", async () => {
  const sent = await describeSent(fileWith(null), COUNT);
  expect(await hasSentBytes(fileWith(null, 2), sent)).toBe(true);
  expect(await hasSentBytes(fileWith(COUNT), sent)).toBe(true);
});

it.each([0, MEBIBYTE - 1, 4 * MEBIBYTE, COUNT - 1])("hasSentBytes returns false for a file whose byte %d was changed", async (place) => {
  expect(await hasSentBytes(fileWith(place), await describeSent(fileWith(null), COUNT))).toBe(false);
});

it("hasSentBytes returns false for a file that can't be read", async () => {
  const unreadable = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) };
  expect(await hasSentBytes(unreadable, await describeSent(fileWith(null), 1))).toBe(false);
});
