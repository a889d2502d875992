import type { TypedArray } from "geotiff";
import { describe, expect, it } from "vitest";
import type { Raster } from "../lib/data-maps/formats/rasters/raster-tags";
import type { DrawnRaster } from "./drawn-raster";
import { createColorFunction } from "./raster-colors";

const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE, CMYK] = [0, 1, 2, 3, 5];
const TRANSPARENT = [0, 0, 0, 0];
const YELLOW = [255, 255, 217, 255];
const BLUE = [8, 29, 88, 255];

const grey: Raster = {
  interpretation: BLACK_IS_ZERO,
  bits: 8,
  format: 1,
  bands: 1,
  alpha: -1,
  noData: null,
  scale: 1,
  offset: 0,
  colorMap: null,
};
const rgb: Raster = { ...grey, interpretation: RGB, bands: 3 };
const grid: Raster = { ...grey, bits: 16, format: 2 };
const floats: Raster = { ...grey, bits: 32, format: 3 };

/** Returns the colours of the pixels of a sample. */
async function paint(raster: Raster, sample: TypedArray, drawn?: DrawnRaster): Promise<number[][]> {
  const colour = await createColorFunction(raster, async () => sample, drawn);
  const metadata = { offset: 0, scale: 1, images: [] };
  return Array.from({ length: sample.length / raster.bands }, (_, index) => {
    const color = new Uint8ClampedArray(4);
    colour?.(sample.subarray(index * raster.bands, (index + 1) * raster.bands), color, metadata);
    return [...color];
  });
}

const heights = Array.from({ length: 64 }, (_, index) => 100 + 10 * index);

describe("a picture in colours", () => {
  it("has black pixels that are black", async () => {
    expect(await paint(rgb, Uint8Array.of(0, 0, 0, 200, 100, 50))).toEqual([
      [0, 0, 0, 255],
      [200, 100, 50, 255],
    ]);
  });

  it("is transparent where all bands have the declared value", async () => {
    expect(await paint({ ...rgb, noData: 0 }, Uint8Array.of(0, 0, 0, 0, 0, 9))).toEqual([TRANSPARENT, [0, 0, 9, 255]]);
  });

  it("has the opacity of its fourth band, if that is one", async () => {
    const pixels = Uint8Array.of(1, 2, 3, 128);
    expect(await paint({ ...rgb, bands: 4, alpha: 3 }, pixels)).toEqual([[1, 2, 3, 128]]);
    expect(await paint({ ...rgb, bands: 4 }, pixels)).toEqual([[1, 2, 3, 255]]);
  });

  it("of 16 bits is spread over 8 bits, each band by its own values", async () => {
    const sample = Uint16Array.from(heights.flatMap((value) => [value, value * 50, 7]));
    const colors = await paint({ ...rgb, bits: 16 }, sample);
    expect(colors.at(0)).toEqual([0, 0, 0, 255]);
    expect(colors.at(-1)).toEqual([255, 255, 0, 255]);
    expect(colors[32]?.slice(0, 2)).toEqual([132, 132]);
  });

  it("with a colour map has the colours of that, also the first one", async () => {
    const colorMap = [0, 65_535, 257, 0, 0, 514];
    expect(await paint({ ...grey, interpretation: PALETTE, colorMap }, Uint8Array.of(0, 1))).toEqual([
      [0, 1, 0, 255],
      [255, 0, 2, 255],
    ]);
  });

  it("in another colour model is left to the library", async () => {
    expect(await createColorFunction({ ...rgb, interpretation: CMYK }, async () => new Uint8Array())).toBeUndefined();
  });
});

describe("a grey picture", () => {
  it("stays grey, with black", async () => {
    expect(await paint(grey, Uint8Array.of(0, 90, 255))).toEqual([
      [0, 0, 0, 255],
      [90, 90, 90, 255],
      [255, 255, 255, 255],
    ]);
  });

  it("stays grey if it is dark and has many values", async () => {
    expect(
      (
        await paint(
          grey,
          Uint8Array.from({ length: 40 }, (_, value) => value),
        )
      )[7],
    ).toEqual([7, 7, 7, 255]);
  });

  it("with an opacity stays grey", async () => {
    expect(await paint({ ...grey, bands: 2, alpha: 1 }, Uint8Array.of(3, 255, 4, 0, 5, 100))).toEqual([
      [3, 3, 3, 255],
      TRANSPARENT,
      [5, 5, 5, 100],
    ]);
  });

  it("in which 0 is white is turned round", async () => {
    expect(await paint({ ...grey, interpretation: WHITE_IS_ZERO, bits: 1 }, Uint8Array.of(0, 1))).toEqual([
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ]);
  });
});

describe("a grid of classes", () => {
  it("has a colour for each class, none of them grey", async () => {
    const colors = await paint({ ...grey, noData: 0 }, Uint8Array.of(1, 2, 3, 4, 0));
    expect(new Set(colors.map(String)).size).toBe(5);
    expect(colors.at(-1)).toEqual(TRANSPARENT);
    for (const [red, green] of colors.slice(0, 4)) expect(red).not.toBe(green);
  });

  it("tells codes such as 10, 20 and 100 apart", async () => {
    const codes = Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100);
    expect(new Set((await paint(grey, codes)).map(String)).size).toBe(11);
  });
});

describe("a grid of measurements", () => {
  it("is drawn in a scale of colours", async () => {
    const colors = await paint(grid, Int16Array.from(heights));
    expect([colors.at(0), colors.at(-1)]).toEqual([YELLOW, BLUE]);
  });

  it("is drawn in the opposite scale if its factor is negative", async () => {
    expect((await paint({ ...grid, scale: -1 }, Int16Array.from(heights))).at(0)).toEqual(BLUE);
  });

  it("is transparent where it has fill values that it doesn't declare, which leave the scale as it is", async () => {
    const missing = [Number.NaN, Number.POSITIVE_INFINITY, -3.4028234663852886e38, 3.4028234663852886e38, -9999];
    const colors = await paint(floats, Float32Array.from([...missing, ...heights]));
    expect(colors.slice(0, missing.length)).toEqual(missing.map(() => TRANSPARENT));
    expect([colors.at(missing.length), colors.at(-1)]).toEqual([YELLOW, BLUE]);
  });

  it("keeps -9999 if it declares another value", async () => {
    const colors = await paint({ ...grid, noData: 0 }, Int16Array.of(-9999, 0, ...heights));
    expect(colors.slice(0, 2)).toEqual([YELLOW, TRANSPARENT]);
  });

  it("with an opacity is transparent where that is 0", async () => {
    const colors = await paint({ ...grid, format: 1, bands: 2, alpha: 1 }, Uint16Array.of(5, 0, 7, 65_535));
    expect(colors).toEqual([TRANSPARENT, YELLOW]);
  });

  it("has the colours of its style by measurements, which are not the numbers of the pixels", async () => {
    const style = { kind: "classes", limits: [-20], colors: ["#081d58", "#ffffd9"] } as const;
    const depths = { ...grid, noData: -32_768, scale: 0.1, offset: -40 };
    const drawn = { style: { ...style, limits: [...style.limits], colors: [...style.colors] } };
    expect(await paint(depths, Int16Array.of(-32_768, 100, 200, 300), drawn)).toEqual([TRANSPARENT, BLUE, YELLOW, YELLOW]);
  });
});

describe("a picture with the style of measurements", () => {
  const drawn: DrawnRaster = { style: { kind: "ramp", colors: ["#000000", "#ff0000"] } };

  it("doesn't change", async () => {
    const [grays, colors] = [Uint8Array.of(0, 90, 255), Uint8Array.of(0, 0, 0, 200, 100, 50)];
    expect(await paint(grey, grays, drawn)).toEqual(await paint(grey, grays));
    expect(await paint(rgb, colors, drawn)).toEqual(await paint(rgb, colors));
  });
});
