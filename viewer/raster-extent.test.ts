import { describe, expect, it } from "vitest";
import { type Extent, findPart } from "./raster-extent";

const SIDE = (2 * 20_037_508.342789244) / 2 ** 10;

/** An image of a quarter of a tile of zoom 10, right and below of the middle of the world. */
const quarter: Extent = {
  box: [0, -SIDE / 2, SIDE / 2, 0],
  sizes: [
    { zoom: 10, width: 128, height: 128 },
    { zoom: 9, width: 64, height: 64 },
  ],
};

describe("findPart", () => {
  it("returns the part of a tile that the image has", () => {
    expect(findPart(quarter, { z: 10, x: 512, y: 512 })).toEqual({ left: 0, top: 0, width: 128, height: 128 });
  });

  it("uses the overview of the zoom", () => {
    expect(findPart(quarter, { z: 9, x: 256, y: 256 })).toEqual({ left: 0, top: 0, width: 64, height: 64 });
  });

  it("returns a whole tile inside of the image", () => {
    expect(findPart(quarter, { z: 11, x: 1024, y: 1024 })).toEqual({ left: 0, top: 0, width: 256, height: 256 });
  });

  it("returns an empty part next to the image", () => {
    expect(findPart(quarter, { z: 10, x: 511, y: 512 })).toMatchObject({ width: 0 });
  });

  it("keeps the pixels that the library rounds into a tile", () => {
    // The tile has 512 pixels, of which it shows each second one.
    const wide: Extent = { box: [0, -SIDE, SIDE, 0], sizes: [{ zoom: 11, width: 511, height: 511 }] };
    expect(findPart(wide, { z: 10, x: 512, y: 512 })).toMatchObject({ left: 0, width: 256 });
  });
});
