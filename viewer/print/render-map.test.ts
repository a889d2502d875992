import { describe, expect, it } from "vitest";
import { sharpen, splitPicture } from "./render-map";

describe("splitPicture", () => {
  it("draws A3 at 300 dpi in one part where WebGL draws 8192 pixels", () => {
    expect(splitPicture({ width: 4724, height: 3299, ratio: 3.125 }, 8192)).toEqual([{ x: 0, y: 0, width: 4724, height: 3299 }]);
  });

  it("covers each pixel once where WebGL draws less", () => {
    const [width, height] = [4724, 3299];
    const parts = splitPicture({ width, height, ratio: 3.125 }, 2048);
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.reduce((sum, part) => sum + part.width * part.height, 0)).toBe(width * height);
    for (const part of parts) {
      expect(part.width / 3.125 + 2 * 64).toBeLessThanOrEqual(2048 / 3.125);
      expect(part.x + part.width).toBeLessThanOrEqual(width);
      expect(part.y + part.height).toBeLessThanOrEqual(height);
    }
  });
});

it("sharpen requests tiles of data with the pixels of the paper, and leaves the basemap as it is", () => {
  const raster = { type: "raster" as const, url: "cog://a", tileSize: 256 };
  const style = sharpen(
    { version: 8, sources: { depth: raster, basemap: raster }, layers: [{ id: "a", type: "raster", source: "depth" }] },
    3.125,
  );
  expect(style.sources).toEqual({ depth: { ...raster, tileSize: 64 }, basemap: raster });
  expect(style.layers[0]).toMatchObject({ paint: { "raster-fade-duration": 0 } });
});
