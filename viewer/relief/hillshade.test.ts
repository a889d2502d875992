import { describe, expect, it } from "vitest";
import { findSteepness, shadeHeights } from "./hillshade";

/** Returns heights of 6 × 6 pixels, of which the outermost are the margin. @param heightOf from the column from the west and the row from the north */
const plane = (heightOf: (x: number, y: number) => number) => ({
  values: Float32Array.from({ length: 36 }, (_, index) => heightOf(index % 6, Math.floor(index / 6))),
  width: 6,
});
const greys = (pixels: Uint8ClampedArray) => [...pixels].filter((_, index) => index % 4 === 0);
const opacities = (pixels: Uint8ClampedArray) => [...pixels].filter((_, index) => index % 4 === 3);

describe("shadeHeights", () => {
  it("returns a grey that changes no colour for a plane without a slope", () => {
    expect(
      new Set(
        greys(
          shadeHeights(
            plane(() => -40),
            1,
          ),
        ),
      ),
    ).toEqual(new Set([128]));
  });

  it("lights slopes that face the north-west, and shades those that face the south-east", () => {
    const [light = 0] = greys(
      shadeHeights(
        plane((x, y) => x + y),
        0.3,
      ),
    );
    const [dark = 0] = greys(
      shadeHeights(
        plane((x, y) => -x - y),
        0.3,
      ),
    );
    expect(light).toBeGreaterThan(150);
    expect(dark).toBeLessThan(110);
  });

  it("shades depths that grow as heights that fall", () => {
    const falling = shadeHeights(
      plane((x) => -x),
      0.3,
    );
    expect(
      shadeHeights(
        plane((x) => x),
        -0.3,
      ),
    ).toEqual(falling);
  });

  it("draws nothing on a missing place, and no cliff around it, also next to a height of 0", () => {
    const hole = shadeHeights(
      plane((x, y) => (x === 3 && y === 3 ? Number.NaN : 0)),
      1,
    );
    expect(opacities(hole).map((opacity) => opacity === 255)).toEqual(Array.from({ length: 16 }, (_, index) => index !== 10));
    expect(new Set(greys(hole).filter((_, index) => index !== 10))).toEqual(new Set([128]));
    const island = shadeHeights(
      plane((x, y) => (x === 3 && y === 3 ? 9 : 0)),
      1,
    );
    expect(new Set(greys(island)).size).toBeGreaterThan(2);
  });
});

describe("findSteepness", () => {
  it("returns the rise on a pixel, and passes over missing places", () => {
    expect(findSteepness(plane((x) => (x === 2 ? Number.NaN : 5 * x)))).toBe(5);
  });

  it("returns 1 for data without a slope, so that nothing is divided by 0", () => {
    expect(findSteepness(plane(() => 7))).toBe(1);
  });
});
