import { type ClassMethod, classLimits } from "./class-limits";
import { type CategoryPalette, type ClassPalette, categoryColors, classColors } from "./palettes";
import type { Categories, ClassColors, Classes, RasterRamp, Value } from "./schema";

/** Of values without a category of their own. */
export const OTHER_COLOR = "#9aa5b1";

/** Returns a category for each value. @param former their names stay */
export function makeCategories(attribute: string, values: readonly Value[], palette: CategoryPalette, former?: Categories): Categories {
  const colors = categoryColors(palette, values.length);
  const categories = values.map((value, index) => {
    const name = former?.categories.find((category) => category.value === value)?.name;
    return { value, color: colors[index] ?? OTHER_COLOR, ...(name && { name }) };
  });
  return { kind: "categories", attribute, categories, other: former ? former.other : OTHER_COLOR };
}

export interface ClassChoice {
  count: number;
  method: ClassMethod;
  palette: ClassPalette;
  isReversed: boolean;
}

/** Returns classes of numbers. They are fewer than asked where there are few values. @param quantiles ascending */
export function divideClasses(quantiles: readonly number[], choice: ClassChoice): Pick<ClassColors, "kind" | "limits" | "colors"> {
  const limits = classLimits(quantiles, choice.count, choice.method);
  return { kind: "classes", limits, colors: classColors(choice.palette, limits.length + 1, choice.isReversed) };
}

/** Returns classes of an attribute. @param quantiles ascending */
export function makeClasses(attribute: string, quantiles: readonly number[], choice: ClassChoice, unit?: string): Classes {
  return { ...divideClasses(quantiles, choice), attribute, ...(unit && { unit }) };
}

const RAMP_COLORS = 9;

/** Returns a continuous ramp for a raster. */
export function makeRamp(palette: ClassPalette, isReversed: boolean, unit?: string): RasterRamp {
  return { kind: "ramp", colors: classColors(palette, RAMP_COLORS, isReversed), ...(unit && { unit }) };
}
