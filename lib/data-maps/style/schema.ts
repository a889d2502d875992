import { z } from "zod";

/** A number from one to another, with a message that says so. */
export const number = (least: number, most: number) => {
  const error = `Enter a number from ${least} to ${most}.`;
  return z.number({ error }).min(least, { error }).max(most, { error });
};

/** Categories of a layer, and values that statistics list. */
export const MOST_VALUES = 24;
/** ColorBrewer has no scale with more. */
export const MOST_CLASSES = 9;

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i, "Write a colour such as #2563eb.");
export const attributeSchema = z.string().min(1).max(200);
export const valueSchema = z.union([z.string().max(200), z.number(), z.boolean()]);
export type Value = z.infer<typeof valueSchema>;

/** A colour for each value of an attribute (`match` of MapLibre). */
const categoriesSchema = z.object({
  kind: z.literal("categories"),
  attribute: attributeSchema,
  categories: z
    .array(z.object({ value: valueSchema, color: colorSchema, name: z.string().max(120).optional() }))
    .min(1)
    .max(MOST_VALUES),
  /** Colour of all other values. Null: they aren't drawn. */
  other: colorSchema.nullable(),
});
export type Categories = z.infer<typeof categoriesSchema>;

const numberSchema = z.number({ error: "Enter a number." });
const unitSchema = z.string().max(20).optional();

/** A colour for each range of a number (`step` of MapLibre): the first one below the first limit, each other one from its limit. */
const classMembers = {
  kind: z.literal("classes"),
  limits: z
    .array(numberSchema)
    .max(MOST_CLASSES - 1)
    .refine((limits) => limits.every((limit, index) => index === 0 || limit > (limits[index - 1] ?? limit)), {
      error: "Each limit must be greater than the one before.",
    }),
  colors: z.array(colorSchema).min(1).max(MOST_CLASSES),
  unit: unitSchema,
};
const hasColors = ({ limits, colors }: { limits: number[]; colors: string[] }) => colors.length === limits.length + 1;
const MISSING_COLOR = { error: "There must be one colour more than limits." };

const classesSchema = z.object({ ...classMembers, attribute: attributeSchema }).refine(hasColors, MISSING_COLOR);
export type Classes = z.infer<typeof classesSchema>;
/** Classes of an attribute, or of a raster. */
export type ClassColors = Omit<Classes, "attribute">;

const rangeSchema = z.tuple([numberSchema, numberSchema]);
/** A value that is transparent, besides those that the file declares. */
const noDataSchema = z.number().optional();

/** Colours of a raster with measurements: a continuous ramp from the least to the greatest value, or classes. */
export const rasterStyleSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ramp"),
    colors: z.array(colorSchema).min(2).max(MOST_CLASSES),
    /** Values of the first and the last colour. Otherwise those between which 96 % of the data are. */
    range: rangeSchema
      .refine(([least, greatest]) => !(least >= greatest), { error: "The greatest value must be above the least." })
      .optional(),
    unit: unitSchema,
    noData: noDataSchema,
  }),
  z.object({ ...classMembers, noData: noDataSchema }).refine(hasColors, MISSING_COLOR),
]);
export type RasterStyle = z.infer<typeof rasterStyleSchema>;
export type RasterRamp = Extract<RasterStyle, { kind: "ramp" }>;

/** Light and shade on measurements, as if they were heights. */
export const hillshadeSchema = z.object({
  /** As `hillshade-exaggeration` of MapLibre. */
  exaggeration: number(0, 1),
  /** Greater values are deeper. */
  isDepth: z.boolean().optional(),
});
export type Hillshade = z.infer<typeof hillshadeSchema>;

/** Lines of equal measurements. Every fifth line is stronger. */
export const contoursSchema = z.object({ interval: numberSchema.gt(0, { error: "Enter a number above 0." }) });

export const colorBySchema = z.discriminatedUnion("kind", [categoriesSchema, classesSchema]);
export type ColorBy = z.infer<typeof colorBySchema>;

const sizeSchema = number(0.5, 60);

/** The radius of points or the width of lines grows with a number, from the first value to the second. Pixels. */
export const sizeBySchema = z.object({
  attribute: attributeSchema,
  values: z.tuple([z.number(), z.number()]).refine(([from, to]) => from < to, { error: "The second value must be greater." }),
  sizes: z.tuple([sizeSchema, sizeSchema]),
});
export type SizeBy = z.infer<typeof sizeBySchema>;

/** Symbols on points: nautical ones first, as lists show them. */
export const iconSchema = z.enum([
  "anchor",
  "beacon",
  "boat",
  "bollard",
  "buoy",
  "cable",
  "coral-reef",
  "diving",
  "ferry",
  "fishing-pier",
  "lighthouse",
  "pier",
  "quay",
  "sailing",
  "slipway",
  "swimming",
  "water",
  "wind-turbine",
  "airport",
  "bicycle",
  "bridge",
  "building",
  "bus",
  "campsite",
  "car",
  "communications-tower",
  "dam",
  "danger",
  "fuel",
  "home",
  "hospital",
  "industry",
  "information",
  "marker",
  "monument",
  "mountain",
  "museum",
  "park",
  "parking",
  "power-tower",
  "railway",
  "restaurant",
  "school",
  "star",
  "storage-tank",
  "warehouse",
]);
export type Icon = z.infer<typeof iconSchema>;

/** How lines and outlines are drawn. */
export const linePatternSchema = z.enum(["solid", "dashed", "dotted"]);
export type LinePattern = z.infer<typeof linePatternSchema>;

/** How points are drawn. Only points of a file that is read as a whole can be clusters. */
export const pointStyleSchema = z.enum(["circles", "clusters", "heatmap"]);

/**
 * What is known of an attribute: its values, the most frequent first, if they are few; and 21 quantiles (0 %, 5 %, … 100 %) of numbers.
 * `range` of a raster: 2 % and 98 %.
 */
const attributeStatisticsSchema = z.object({
  values: z
    .array(z.tuple([valueSchema, z.number().int().min(1)]))
    .max(MOST_VALUES)
    .optional(),
  quantiles: z.array(z.number()).length(21).optional(),
  range: rangeSchema.optional(),
  /** The first and the last time, if all values are times. Milliseconds since 1970. */
  times: z.tuple([z.number(), z.number()]).optional(),
});
export type AttributeStatistics = z.infer<typeof attributeStatisticsSchema>;

/** Under which the statistics of a raster list its measurements: the name of GDAL. */
export const MEASURED_BAND = "Band 1";

/** By the names of attributes. */
export const statisticsSchema = z.record(attributeSchema, attributeStatisticsSchema);
export type Statistics = z.infer<typeof statisticsSchema>;
