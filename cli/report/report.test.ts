import { expect, it } from "vitest";
import { countOf, formatBytes } from "./report";

it.each([
  [0, "0 bytes"],
  [1_023, "1023 bytes"],
  [1_536, "1.5 KB"],
  [20 * 1024 * 1024, "20 MB"],
  [5 * 1024 ** 4, "5.0 TB"],
])("formatBytes formats %d bytes", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it("countOf returns a count with its noun", () => expect([countOf(1, "file"), countOf(2_000, "file")]).toEqual(["1 file", "2,000 files"]));
