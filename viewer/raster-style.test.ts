import { describe, expect, it } from "vitest";
import { mapLayerSchema } from "../lib/data-maps/schema";
import type { RasterStyle } from "../lib/data-maps/style/schema";
import { formatDrawn, parseDrawn } from "./drawn-raster";
import { colorOfValues } from "./raster-style";

const [BLACK, GREY, WHITE] = [
  [0, 0, 0],
  [128, 128, 128],
  [255, 255, 255],
] as const;
const measured = { low: -400, high: 0 };
const ramp: RasterStyle = { kind: "ramp", colors: ["#000000", "#ffffff"] };
const classes: RasterStyle = { kind: "classes", limits: [-100, -10], colors: ["#000000", "#808080", "#ffffff"] };

const colorsOf = (style: RasterStyle, values: readonly number[], hidden?: readonly number[]) =>
  values.map(colorOfValues({ style, ...(hidden && { hidden }) }, measured)).map((rgb) => rgb?.map(Math.round));

describe("colorOfValues", () => {
  it("spreads a ramp over the range of the data, and gives what is outside the colours of its ends", () => {
    expect(colorsOf(ramp, [-9000, -400, -199.3, 0, 12])).toEqual([BLACK, BLACK, GREY, WHITE, WHITE]);
  });

  it("spreads a ramp over the chosen range", () => {
    expect(colorsOf({ ...ramp, range: [-200, -100] }, [-200, -149.8, -100])).toEqual([BLACK, GREY, WHITE]);
  });

  it("gives a class the values from its limit", () => {
    expect(colorsOf(classes, [-100.1, -100, -10.1, -10, 50])).toEqual([BLACK, GREY, GREY, WHITE, WHITE]);
  });

  it("leaves out the transparent value and hidden classes", () => {
    expect(colorsOf({ ...ramp, noData: 0 }, [0, -400])).toEqual([undefined, BLACK]);
    expect(colorsOf({ ...classes, noData: -99.9 }, [Math.fround(-99.9), -99.8])).toEqual([undefined, GREY]);
    expect(colorsOf(classes, [-200, -50, 0], [1])).toEqual([BLACK, undefined, WHITE]);
  });
});

describe("formatDrawn", () => {
  const layer = mapLayerSchema.parse({ name: "Depths", file: "depths.tif", format: "cog", kind: "raster" });

  it("returns nothing for a layer without a style, so that its tiles have the address they had", () => {
    expect(formatDrawn(layer)).toBe("");
    expect(parseDrawn(undefined)).toBeUndefined();
  });

  it("writes what parseDrawn reads, with the range of the data and without characters that URLs of tiles replace", () => {
    const statistics = { "Band 1": { range: [-392, -8] as [number, number] } };
    const hash = formatDrawn({ ...layer, rasterStyle: { ...ramp, unit: "{z}/#" }, statistics, hidden: [1] });
    expect(hash.slice(1)).not.toMatch(/[{}#/]/);
    expect(parseDrawn(hash.slice(1))).toEqual({ style: { ...ramp, unit: "{z}/#", range: [-392, -8] }, hidden: [1] });
  });
});
