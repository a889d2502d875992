import {
  interpolateBlues,
  interpolateGreens,
  interpolateOranges,
  interpolateRdBu,
  interpolateRdYlGn,
  interpolateViridis,
  interpolateYlGnBu,
  interpolateYlOrRd,
  schemeDark2,
  schemePaired,
  schemeSet2,
  schemeTableau10,
} from "d3-scale-chromatic";

/** Depths of cmocean (Thyng et al., 2016, doi:10.5670/oceanog.2016.66), from shallow to deep. */
const DEEP = ["#fdfecc", "#c9ebb1", "#91d8a3", "#66c2a3", "#51a8a2", "#488d9d", "#407598", "#3d5a92", "#41407b", "#372c50", "#281a2c"];

export const CATEGORY_PALETTES = { Tableau: schemeTableau10, Dark: schemeDark2, Soft: schemeSet2, Paired: schemePaired } as const;
export type CategoryPalette = keyof typeof CATEGORY_PALETTES;

const interpolateDeep = (share: number) => DEEP[Math.round(share * (DEEP.length - 1))] ?? "";

/** Scales of colours from low to high values. The last two have a neutral middle. */
const SCALES = {
  "Depths (cmocean)": interpolateDeep,
  "Yellow to blue": interpolateYlGnBu,
  "Yellow to red": interpolateYlOrRd,
  Blues: interpolateBlues,
  Greens: interpolateGreens,
  Oranges: interpolateOranges,
  Viridis: interpolateViridis,
  "Red to blue": interpolateRdBu,
  "Red to green": interpolateRdYlGn,
} as const satisfies Record<string, (share: number) => string>;
export type ClassPalette = keyof typeof SCALES;
export const CLASS_PALETTES = Object.keys(SCALES) as ClassPalette[];

function toHex(color: string): string {
  if (color.startsWith("#")) return color;
  const parts = color.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns colours of categories. They repeat when there are more categories than colours. */
export function categoryColors(palette: CategoryPalette, count: number): string[] {
  const colors = CATEGORY_PALETTES[palette];
  return Array.from({ length: count }, (_, index) => colors[index % colors.length] ?? "");
}

/** Returns colours of classes, the one of the lowest values first. The palest part of a scale is left out: it can't be seen on a map. */
export function classColors(palette: ClassPalette, count: number, isReversed = false): string[] {
  const [from, to] = palette.startsWith("Red to") ? [0.08, 0.92] : [0.12, 0.95];
  const colors = Array.from({ length: count }, (_, index) => toHex(SCALES[palette](from + ((to - from) * index) / Math.max(1, count - 1))));
  return isReversed ? colors.reverse() : colors;
}
