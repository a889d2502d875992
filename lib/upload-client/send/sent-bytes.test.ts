import { expect, it } from "vitest";
import { describeSent, hasSentBytes } from "./sent-bytes";

const MEBIBYTE = 1024 * 1024;
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
