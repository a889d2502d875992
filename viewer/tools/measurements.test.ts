import proj4 from "proj4";
import { describe, expect, it } from "vitest";
import { drawnLine, formatArea, formatBearing, formatLength, measureArea, measureSegments, placesAlong } from "./measurements";
import { profilePath } from "./profile";

describe("measureSegments", () => {
  it("returns the distance and the bearing from New York to Singapore", () => {
    // Example of GeodSolve of GeographicLib: 40:38:23N 073:46:44W to 01:21:33N 103:59:22E is 003:18:29.9 and 15347628 m.
    const [segment] = measureSegments([
      [-(73 + 46 / 60 + 44 / 3600), 40 + 38 / 60 + 23 / 3600],
      [103 + 59 / 60 + 22 / 3600, 1 + 21 / 60 + 33 / 3600],
    ]);
    expect(segment?.length).toBeCloseTo(15_347_628, 0);
    expect(segment?.bearing).toBeCloseTo(3 + 18 / 60 + 29.9 / 3600, 4);
  });

  it("returns bearings to the west above 180, also across the antimeridian", () => {
    const [west, across] = measureSegments([
      [1, 0],
      [0, 0],
      [-0.5, 0],
    ]);
    expect(west?.bearing).toBe(270);
    expect(across?.length).toBeCloseTo(55_660, 0);
    const [over] = measureSegments([
      [179.5, 0],
      [-180, 0],
    ]);
    expect(over?.bearing).toBe(90);
  });
});

describe("measureArea", () => {
  it("returns the area and the perimeter of the square 18SWK of MGRS, whichever way its points go around", () => {
    // Example of Planimeter of GeographicLib, with geodesics: 400139.53295860 m and 10007388597.1913 m².
    const corners = [
      [500_000, 4_400_000],
      [600_000, 4_400_000],
      [600_000, 4_500_000],
      [500_000, 4_500_000],
    ].map((corner) => proj4("+proj=utm +zone=18 +datum=WGS84", "WGS84", corner));
    for (const points of [corners, [...corners].reverse()]) {
      const { area, perimeter } = measureArea(points);
      expect(perimeter).toBeCloseTo(400_139.532959, 3);
      expect(area).toBeCloseTo(10_007_388_597.19, -1);
    }
  });
});

describe("placesAlong", () => {
  it("returns places at equal distances over all segments, from the first point to the last", () => {
    const places = placesAlong(
      [
        [0, 0],
        [1, 0],
        [1, 0],
        [3, 0],
      ],
      4,
    );
    const degree = 111_319.49;
    expect(places.map(({ place }) => place.lng)).toEqual([0, 1, 2, 3].map((lng) => expect.closeTo(lng, 6)));
    expect(places.map(({ distance }) => distance)).toEqual([0, 1, 2, 3].map((count) => expect.closeTo(count * degree, 0)));
  });

  it("returns longitudes from -180 to 180 across the antimeridian", () => {
    const [, middle] = placesAlong(
      [
        [179, 10],
        [-179, 10],
      ],
      3,
    );
    expect(Math.abs(middle?.place.lng ?? 0)).toBeCloseTo(180, 6);
  });
});

describe("profilePath", () => {
  it("scales values to the height of the chart, and has a gap where there is none", () => {
    expect(profilePath([-10, 0, undefined, -5, -5])).toBe("M0.0 80.0L70.0 0.0M210.0 40.0L280.0 40.0");
  });
});

describe("drawnLine", () => {
  it("curves long lines, and leaves short ones straight", () => {
    const oslo = [10.7, 59.9];
    const curve = drawnLine([oslo, [-74, 40.7]]);
    expect(curve.length).toBeGreaterThan(50);
    expect(Math.max(...curve.map(([, lat = 0]) => lat))).toBeGreaterThan(60);
    const near = [10.71, 59.9];
    expect(drawnLine([oslo, near])).toEqual([oslo, near]);
  });

  it("stays on one side across the antimeridian", () => {
    const longitudes = drawnLine([
      [175, 10],
      [185, 10],
    ]).map(([lng = 0]) => lng);
    expect(Math.min(...longitudes)).toBe(175);
    expect(Math.max(...longitudes)).toBe(185);
  });
});

describe("formats", () => {
  it.each([
    [1852, "nm", "1.000 NM"],
    [185_200, "nm", "100.0 NM"],
    [42.123, "km", "42.1 m"],
    [999.4, "km", "999 m"],
    [12_345, "km", "12.35 km"],
  ] as const)("write %d m in %s as %s", (metres, unit, text) => expect(formatLength(metres, unit)).toBe(text));

  it.each([
    [1_234_567, "m2", "1,234,567 m²"],
    [25_000, "ha", "2.500 ha"],
    [10_007_388_597, "km2", "10,007.4 km²"],
  ] as const)("write %d m² in %s as %s", (area, unit, text) => expect(formatArea(area, unit)).toBe(text));

  it.each([
    [4.6, "005°"],
    [45, "045°"],
    [359.7, "000°"],
  ])("write a bearing of %d as %s", (bearing, text) => expect(formatBearing(bearing)).toBe(text));
});
