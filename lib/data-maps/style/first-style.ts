import type { LayerKind } from "../schema";
import { makeCategories, makeClasses, makeRamp } from "./make-color-by";
import type { AttributeStatistics, ColorBy, Hillshade, RasterStyle, Statistics } from "./schema";

/** Names of depths and heights in the languages of hydrographic offices and GIS programs. */
const DEPTH = /^(depth|dybde|dyp|djup|tiefe|profondeur|profund\w*|diepte|sounding|valsou|val_sou|drval1)s?(_?m(eters|etres)?)?$/i;
/** Names of rasters of depths. They have other words as well. */
const DEPTH_RASTER = /depth|bathy|seabed|dybde|djup|tiefe|profond|diepte|sounding|havb[uo]nn/i;
/** Names of attributes that sort features into kinds. */
const KIND = /(type|kind|class|categor|status|zone|use$|art$|typ$|klasse|kategori|nutzung|gruppe|group|highway|landuse|natural)/i;
const MOST_CATEGORIES = 10;
const FEWEST_FEATURES = 6;
const CLASSES = 6;

const countOf = ({ values = [] }: AttributeStatistics) => values.reduce((sum, [, count]) => sum + count, 0);

/** Returns how well an attribute sorts features into kinds; 0 when it doesn't. */
function rankOf([name, statistics]: readonly [string, AttributeStatistics]): number {
  const { values = [] } = statistics;
  const isFew =
    values.length >= 2 && values.length <= MOST_CATEGORIES && countOf(statistics) >= Math.max(FEWEST_FEATURES, 2 * values.length);
  if (!isFew) return 0;
  if (KIND.test(name)) return 2;
  return values.every(([value]) => typeof value === "string" && !/^-?[\d.,]+$/.test(value)) ? 1 : 0;
}

function byDepth(statistics: Statistics): ColorBy | null {
  const [attribute, { quantiles = [] } = {}] =
    Object.entries(statistics).find(([name, { quantiles }]) => DEPTH.test(name) && quantiles) ?? [];
  if (attribute === undefined || new Set(quantiles).size < FEWEST_FEATURES) return null;
  // Depths may be negative heights.
  const isHeight = (quantiles[10] ?? 0) < 0;
  const choice = { count: CLASSES, method: "quantiles", palette: "Depths (cmocean)", isReversed: isHeight } as const;
  return makeClasses(attribute, quantiles, choice, "m");
}

function byKind(statistics: Statistics): ColorBy | null {
  const [best] = Object.entries(statistics)
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  if (!best) return null;
  const [attribute, { values = [] }] = best.entry;
  return makeCategories(
    attribute,
    values.map(([value]) => value),
    "Tableau",
  );
}

/** Returns the style that the data suggest: classes of depths, or kinds of features. Null: one colour. */
export function chooseColorBy(kind: LayerKind, statistics: Statistics | undefined): ColorBy | null {
  if (kind === "raster" || !statistics) return null;
  return byDepth(statistics) ?? byKind(statistics);
}

/**
 * Returns the style of a raster of depths: pale is shallow, deep is dark. Null for others.
 * @param quantiles of its measurements
 */
export function chooseRasterStyle(name: string, quantiles: readonly number[] = []): RasterStyle | null {
  const { 0: least = 0, 10: middle = 0, 20: greatest = 0 } = quantiles;
  if (least >= greatest) return null;
  const isNamed = DEPTH_RASTER.test(name);
  if (!isNamed && greatest > 0) return null;
  // Depths may be negative heights. Other negative values may have another unit.
  return makeRamp("Depths (cmocean)", middle < 0, isNamed ? "m" : undefined);
}

/** Returns the light and shade that a raster gets first. Positive depths are deeper where they are greater. @param quantiles of its measurements */
export function firstHillshade(name: string, quantiles: readonly number[] = []): Hillshade {
  return { exaggeration: 0.5, ...(DEPTH_RASTER.test(name) && (quantiles[10] ?? 0) > 0 && { isDepth: true }) };
}
