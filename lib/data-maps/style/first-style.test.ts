import { describe, expect, it } from "vitest";
import { classLimits } from "./class-limits";
import { chooseColorBy, chooseRasterStyle } from "./first-style";
import { AttributeCounter } from "./statistics";

function statisticsOf(rows: readonly Record<string, unknown>[]) {
  const counter = new AttributeCounter();
  for (const row of rows) counter.add(row);
  return counter.statistics();
}

const rows = <Row>(count: number, make: (index: number) => Row) => Array.from({ length: count }, (_, index) => make(index));

describe("AttributeCounter", () => {
  it("counts few values, and computes quantiles of numbers and of texts that are numbers", () => {
    const found = statisticsOf(
      rows(101, (index) => ({ depth: index, height: `${index / 2}`, use: index % 3 ? "quay" : "shed", id: `A${index}` })),
    );
    expect(found).toEqual({
      depth: { quantiles: rows(21, (index) => index * 5) },
      height: { quantiles: rows(21, (index) => index * 2.5) },
      use: {
        values: [
          ["quay", 67],
          ["shed", 34],
        ],
      },
    });
  });

  it("takes codes with leading zeros, empty values and mixed columns for no numbers", () => {
    const found = statisticsOf(rows(40, (index) => ({ code: `0${index}`, mixed: index ? index : "none", empty: "", nested: { a: 1 } })));
    expect(found).toEqual({});
  });

  it("keeps the least and the greatest of very many numbers", () => {
    const { depth } = statisticsOf(rows(50_000, (index) => ({ depth: (index * 7919) % 50_000 })));
    expect(depth?.quantiles?.[0]).toBe(0);
    expect(depth?.quantiles?.[20]).toBe(49_999);
    expect(depth?.quantiles?.[10]).toBeGreaterThan(22_000);
    expect(depth?.quantiles?.[10]).toBeLessThan(28_000);
  });

  it("counts attributes with the names of members of objects", () => {
    expect(statisticsOf([JSON.parse('{"__proto__": 3, "constructor": "x"}')])).toMatchObject({ constructor: { values: [["x", 1]] } });
  });
});

describe("chooseColorBy", () => {
  it("gives depths classes from pale to dark", () => {
    const style = chooseColorBy("points", statisticsOf(rows(200, (index) => ({ name: `S${index}`, DEPTH_M: index / 4 }))));
    expect(style).toMatchObject({ kind: "classes", attribute: "DEPTH_M", unit: "m", limits: [8, 18, 25, 32, 42] });
    expect(style?.kind === "classes" && style.colors).toHaveLength(6);
  });

  it("gives a few kinds of features colours of their own, the most frequent first", () => {
    const style = chooseColorBy(
      "areas",
      statisticsOf(rows(60, (index) => ({ region: index % 2 ? "north" : "south", TYPE: ["a", "b", "b"][index % 3] }))),
    );
    expect(style).toMatchObject({ kind: "categories", attribute: "TYPE", categories: [{ value: "b" }, { value: "a" }] });
  });

  it.each([
    ["names that differ", rows(20, (index) => ({ name: `Berth ${index}` }))],
    ["one value", rows(20, () => ({ type: "quay" }))],
    ["fewer than six features", rows(4, (index) => ({ type: index % 2 ? "quay" : "shed" }))],
    ["years", rows(20, (index) => ({ year: index % 2 ? 2024 : 2025 }))],
    ["a few depths", rows(5, (index) => ({ depth: index }))],
    ["depths that are all the same", rows(20, () => ({ depth: 4 }))],
  ])("keeps one colour for %s", (_, made) => {
    expect(chooseColorBy("points", statisticsOf(made))).toBeNull();
  });
});

describe("chooseRasterStyle", () => {
  const [PALE, DARK] = ["#c", "#2"];
  const ends = ({ colors = [] }: { colors?: string[] } = {}) => [colors[0]?.slice(0, 2), colors.at(-1)?.slice(0, 2)];
  const depths = rows(21, (index) => index);
  const heights = rows(21, (index) => index - 20);

  it("draws deep dark and shallow pale, whether depths are positive or negative", () => {
    expect(ends(chooseRasterStyle("layers/harbour_depths.tif", depths) ?? {})).toEqual([PALE, DARK]);
    expect(ends(chooseRasterStyle("Bathymetry-2026.tif", heights) ?? {})).toEqual([DARK, PALE]);
  });

  it("gives metres only to files that are named after depths", () => {
    expect(chooseRasterStyle("depth.tif", depths)?.unit).toBe("m");
    expect(chooseRasterStyle("grid.tif", heights)).not.toHaveProperty("unit");
  });

  it.each([
    ["heights", "elevation.tif", depths],
    ["a raster of one value", "depth.tif", rows(21, () => 3)],
    ["a raster of which nothing is known", "depth.tif", undefined],
  ])("chooses no style for %s", (_, name, quantiles) => {
    expect(chooseRasterStyle(name, quantiles)).toBeNull();
  });
});

describe("classLimits", () => {
  const quantiles = rows(21, (index) => index * index);

  it("returns rounded limits by equal counts, equal intervals and natural breaks", () => {
    expect(classLimits(quantiles, 4, "quantiles")).toEqual([30, 100, 230]);
    expect(classLimits(quantiles, 4, "equal")).toEqual([100, 200, 300]);
    expect(classLimits([0, 0, 1, 1, 2, 50, 51, 52, 99, 100], 3, "natural")).toEqual([50, 99]);
  });

  it("returns fewer limits for fewer values", () => {
    expect(classLimits([3, 3, 3], 5, "quantiles")).toEqual([]);
    expect(classLimits([1, 1, 1, 2], 5, "quantiles")).toEqual([]);
    expect(classLimits([0.001, 0.002, 0.003], 3, "equal")).toEqual([0.00167, 0.00233]);
  });
});
