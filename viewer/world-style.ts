import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { BASEMAP_SOURCE } from "./map-style";

/** Colours of the built-in basemap. */
interface WorldColors {
  /** Of the sea, from the shelf to the deep sea. */
  sea: readonly [string, string, string, string, string, string];
  land: string;
  coast: string;
  border: string;
  country: string;
  place: string;
  seaName: string;
}

const colors = {
  light: {
    sea: ["#d9e8f1", "#cfe1ed", "#c6dae9", "#bdd3e5", "#b4cce0", "#acc5db"],
    land: "#f6f4ef",
    coast: "#a3bccb",
    border: "#b9b0a6",
    country: "#7b746c",
    place: "#454c54",
    seaName: "#5f86a3",
  },
  dark: {
    sea: ["#182530", "#15212b", "#131d27", "#111a23", "#0f171f", "#0d141b"],
    land: "#262e36",
    coast: "#43525f",
    border: "#4d5965",
    country: "#919ba6",
    place: "#c2cad2",
    seaName: "#6c8ba3",
  },
} as const satisfies Record<string, WorldColors>;

/** Depths in metres from which each shade of the sea is drawn, without the shelf. */
const DEPTHS = [50, 200, 1000, 3000, 5000] as const;

const zoomed = (...stops: number[]): ExpressionSpecification => ["interpolate", ["linear"], ["zoom"], ...stops] as ExpressionSpecification;

/** The browser draws the letters with fonts of the device. MapLibre reads style and weight out of the first name. */
const fonts = { regular: ["system-ui"], medium: ["Medium", "system-ui"], italic: ["Italic", "system-ui"] };

function areas({ sea, land, coast, border }: WorldColors): LayerSpecification[] {
  const common = { source: BASEMAP_SOURCE };
  return [
    { id: "basemap/sea", type: "background", paint: { "background-color": sea[0] } },
    ...DEPTHS.map(
      (depth, index): LayerSpecification => ({
        id: `basemap/depth-${depth}`,
        type: "fill",
        ...common,
        "source-layer": "depths",
        filter: ["==", ["get", "depth"], depth],
        paint: { "fill-color": sea[index + 1] ?? sea[0] },
      }),
    ),
    { id: "basemap/land", type: "fill", ...common, "source-layer": "land", paint: { "fill-color": land } },
    { id: "basemap/lakes", type: "fill", ...common, "source-layer": "lakes", paint: { "fill-color": sea[0] } },
    {
      id: "basemap/borders",
      type: "line",
      ...common,
      "source-layer": "borders",
      layout: { "line-join": "round", "line-cap": "round" },
      paint: { "line-color": border, "line-width": zoomed(0, 0.4, 4, 0.8, 8, 1.2), "line-opacity": zoomed(8, 1, 11, 0.4) },
    },
    {
      id: "basemap/coast",
      type: "line",
      ...common,
      "source-layer": "land",
      layout: { "line-join": "round" },
      paint: { "line-color": coast, "line-width": zoomed(0, 0.3, 4, 0.5, 8, 0.8, 12, 1.2) },
    },
  ];
}

function names({ sea, land, country, place, seaName }: WorldColors): LayerSpecification[] {
  const common = { type: "symbol" as const, source: BASEMAP_SOURCE };
  const halo = { "text-halo-color": land, "text-halo-width": 1.2, "text-halo-blur": 0.4 };
  return [
    {
      id: "basemap/seas",
      ...common,
      "source-layer": "seas",
      layout: {
        "text-field": ["get", "name"],
        "text-font": fonts.italic,
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          1,
          ["match", ["get", "rank"], 1, 11, 10],
          6,
          ["match", ["get", "rank"], 1, 18, 14],
        ],
        "text-letter-spacing": 0.12,
        "text-max-width": 7,
        "text-line-height": 1.4,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: { "text-color": seaName, "text-halo-color": sea[1], "text-halo-width": 0.8 },
    },
    {
      id: "basemap/countries",
      ...common,
      "source-layer": "countries",
      maxzoom: 7,
      layout: {
        "text-field": ["get", "name"],
        "text-font": fonts.medium,
        "text-transform": "uppercase",
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          1,
          ["step", ["get", "rank"], 10, 2, 9],
          6,
          ["step", ["get", "rank"], 17, 3, 14, 5, 11],
        ],
        "text-letter-spacing": 0.1,
        "text-max-width": 7,
        // Next to a city in the middle of its country.
        "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
        "text-radial-offset": 1,
        "text-padding": 6,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: { "text-color": country, ...halo },
    },
    {
      id: "basemap/places",
      ...common,
      "source-layer": "places",
      minzoom: 2,
      layout: {
        "text-field": ["get", "name"],
        "text-font": ["case", ["has", "capital"], ["literal", fonts.medium], ["literal", fonts.regular]],
        "text-size": [
          ...["interpolate", ["linear"], ["zoom"]],
          ...[3, ["step", ["get", "rank"], 11, 3, 10.5]],
          ...[8, ["step", ["get", "rank"], 17, 4, 15, 5, 14, 6, 13, 7, 12, 8, 11]],
          ...[12, ["step", ["get", "rank"], 20, 6, 16, 7, 14, 8, 13]],
        ] as ExpressionSpecification,
        "text-max-width": 8,
        "text-padding": 4,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: { "text-color": place, ...halo },
    },
  ];
}

/** Returns the layers of the built-in basemap, the lowest first. */
export function styleWorld(isDark: boolean): LayerSpecification[] {
  const chosen = isDark ? colors.dark : colors.light;
  return [...areas(chosen), ...names(chosen)];
}
