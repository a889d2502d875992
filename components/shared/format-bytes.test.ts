import { describe, expect, it } from "vitest";
import { formatBytes, formatSpeed } from "./format-bytes";

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [1, "1 B"],
    [1023, "1023 B"],
    [1024, "1.0 KB"],
    [1536, "1.5 KB"],
    [1024 * 1024 - 1, "1.0 MB"],
    [10 * 1024 * 1024, "10.0 MB"],
    [5_368_709_120, "5.0 GB"],
    [107_374_182_400, "100.0 GB"],
    [5 * 1024 ** 4, "5120.0 GB"],
    [-1, "0 B"],
    [Number.NaN, "0 B"],
  ])("formats %d bytes as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("formatSpeed", () => {
  it.each([
    [0, "0 B/s"],
    [900.4, "900 B/s"],
    [1_572_864, "1.5 MB/s"],
  ])("formats %d bytes per second as %s", (rate, text) => {
    expect(formatSpeed(rate)).toBe(text);
  });
});
