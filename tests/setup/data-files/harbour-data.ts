import type { FeatureCollection } from "geojson";

/** West, south, east, north of all sample files, in degrees. */
export const HARBOUR_BOUNDS = [8, 53.9, 8.2, 54.1] as const;

const [west, south, east, north] = HARBOUR_BOUNDS;

/** A basin that fills the bounds, a fairway across it, and a buoy in its middle. */
export const harbour: FeatureCollection = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      properties: { name: "Basin", depth: 12.5 },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    },
    {
      type: "Feature",
      properties: { name: "Fairway", depth: 16 },
      geometry: {
        type: "LineString",
        coordinates: [
          [west, south],
          [east, north],
        ],
      },
    },
    { type: "Feature", properties: { name: "Buoy <b>7</b>", depth: 9 }, geometry: { type: "Point", coordinates: [8.1, 54] } },
  ],
};
