import { describe, expect, it } from "vitest";
import { contentRange, parseRange } from "./range";

describe("parseRange of 1000 bytes", () => {
  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=0-499", 0, 500],
    ["bytes=500-", 500, 500],
    ["bytes=999-", 999, 1],
    ["bytes=0-999", 0, 1000],
    ["bytes=990-5000", 990, 10],
    ["bytes=0-99999999999999999999999999", 0, 1000],
    ["bytes=-1", 999, 1],
    ["bytes=-1000", 0, 1000],
    ["bytes=-99999999999999999999999999", 0, 1000],
    ["Bytes=1-2", 1, 2],
    ["bytes= 1-2 ", 1, 2],
  ])("reads %s as offset %i and length %i", (header, offset, length) => {
    expect(parseRange(header, 1000)).toEqual({ offset, length });
  });

  it.each(["bytes=1000-", "bytes=1000-1001", "bytes=99999999999999999999999999-", "bytes=-0"])("returns unsatisfiable for %s", (header) => {
    expect(parseRange(header, 1000)).toBe("unsatisfiable");
  });

  it.each([
    undefined,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=a-b",
    "bytes=0x1-2",
    "bytes=1.5-2",
    "bytes=+1-2",
    "bytes=--1",
    "bytes=1 - 2",
    "items=0-1",
    "bytes=0-1,5-6",
    "bytes=0-1,",
    "bytes=0-0\nbytes=1-1",
  ])("returns whole for %j", (header) => {
    expect(parseRange(header, 1000)).toBe("whole");
  });
});

it("parseRange returns unsatisfiable for the first byte of an empty file", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseRange("bytes=-5", 0)).toBe("whole");
});

it("contentRange writes inclusive ends", () => {
  expect(contentRange({ offset: 500, length: 500 }, 1000)).toBe("bytes 500-999/1000");
});
