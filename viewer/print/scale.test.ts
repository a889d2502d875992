import { Geodesic } from "geographiclib-geodesic";
import { MercatorCoordinate } from "maplibre-gl";
import { describe, expect, it } from "vitest";
import { formatScale, metresPerPixel, PIXEL_MM, parseScale, scaleBar, zoomOfScale } from "./scale";

/** Returns the millimetres on paper between the middle and a place at a true distance in a direction. */
function millimetres(scale: number, latitude: number, azimuth: number, metres: number): number {
  const { lat2 = 0, lon2 = 0 } = Geodesic.WGS84.Direct(latitude, 5, azimuth, metres);
  const [from, to] = [MercatorCoordinate.fromLngLat([5, latitude]), MercatorCoordinate.fromLngLat([lon2, lat2])];
  return Math.hypot(to.x - from.x, to.y - from.y) * 512 * 2 ** zoomOfScale(scale, latitude) * PIXEL_MM;
}

describe("zoomOfScale", () => {
  it.each([0, 35, 60, -78])("makes 1 km 40 mm long at 1:25,000 within 0.5 %, in all directions at latitude %d", (latitude) => {
    for (const azimuth of [0, 45, 90, 180, 270]) {
      expect(Math.abs(millimetres(25_000, latitude, azimuth, 1000) / 40 - 1)).toBeLessThan(0.005);
    }
  });

  it("is the zoom at which a pixel of CSS has its size on paper", () => {
    expect(metresPerPixel(zoomOfScale(50_000, 54), 54)).toBeCloseTo((50_000 * PIXEL_MM) / 1000, 9);
  });
});

describe("parseScale", () => {
  it.each(["1:25,000", "25000", " 1 : 25 000", "1/25.000", "1:25’000"])("reads %s as 25,000", (text) => {
    expect(parseScale(text)).toBe(25_000);
  });

  it.each(["", "1:", "large", "1:499", "1:20,000,001", "-5000", "1:2e5"])("returns null for %j", (text) => {
    expect(parseScale(text)).toBeNull();
  });
});

describe("scaleBar", () => {
  it.each([
    [25_000, "1 km", 40],
    [1_000, "50 m", 50],
    [5_000_000, "200 km", 40],
  ])("has a round length that fits 50 mm at 1:%d", (scale, text, length) => {
    expect(scaleBar(scale, 50)).toEqual({ text, length });
  });
});

it("formatScale formats a scale with separators", () => {
  expect(formatScale(24_999.7)).toBe("1:25,000");
});
