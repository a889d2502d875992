import { expect, it } from "vitest";
import { bytesIn, encodingLabel } from "./encoding-label";

it.each([
  ["utf8", "UTF-8"],
  ["utf-8", "UTF-8"],
  ["UTF-8", "UTF-8"],
  ["utf16le", "UTF-16 LE"],
  ["utf-16be", "UTF-16 BE"],
  ["ISO-8859-1", "ISO-8859-1"],
  ["windows-1252", "WINDOWS-1252"],
])("encodingLabel(%s) returns %s", (name, label) => {
  expect(encodingLabel(name)).toBe(label);
});

it.each([
  ["utf-8", 5],
  ["utf-16le", 8],
  ["windows-1252", 4],
  ["big5", undefined],
])("bytesIn counts the bytes of a text in %s: %s", (encoding, bytes) => {
  expect(bytesIn("Köln", encoding)).toBe(bytes);
});
