import { describe, expect, it } from "vitest";
import { isWkb, readWkb } from "./wkb";

describe("readWkb", () => {
  it.each([
    ["a point", "0101000000000000000000F03F0000000000000040", { type: "Point", coordinates: [1, 2] }],
    ["a point in the other order of bytes", "00000000013FF00000000000004000000000000000", { type: "Point", coordinates: [1, 2] }],
    [
      "a point of PostgreSQL with a height",
      "\\x0101000080000000000000F03F00000000000000400000000000000840",
      { type: "Point", coordinates: [1, 2, 3] },
    ],
    ["a point with a measure (ISO)", "01D1070000000000000000F03F00000000000000400000000000000840", { type: "Point", coordinates: [1, 2] }],
    [
      "a line",
      "010200000002000000000000000000F03F000000000000004000000000000008400000000000001040",
      {
        type: "LineString",
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ["a multipoint", "0104000000010000000101000000000000000000F03F0000000000000040", { type: "MultiPoint", coordinates: [[1, 2]] }],
    [
      "a collection",
      "0107000000010000000101000000000000000000F03F0000000000000040",
      { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] },
    ],
  ])("reads %s", (_kind, text, geometry) => {
    expect(isWkb(text)).toBe(true);
    expect(readWkb(text)).toEqual({ geometry, projection: undefined });
  });

  it("reads the projection of EWKB", () => {
    expect(readWkb("0101000020E8640000000000000000F03F0000000000000040")?.projection).toBe("EPSG:25832");
  });

  it.each([
    ["ends early", "0102000000FFFFFFFF000000000000F03F"],
    ["is of an unknown type", "0109000000000000000000F03F0000000000000040"],
    ["nests too many collections", "010700000001000000".repeat(20)],
  ])("returns null for one that %s", (_fault, text) => {
    expect(readWkb(text)).toBeNull();
  });

  it("doesn't take a number or a hash for WKB", () => {
    expect(["0101", "20261129", "010203040506", "d41d8cd98f00b204e9800998ecf8427e"].filter(isWkb)).toEqual([]);
  });
});
