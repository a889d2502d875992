import { z } from "zod";
import { projectionSchema } from "../schema";

/** Projections in one answer. */
export const MAX_FOUND_PROJECTIONS = 20;

export const projectionQuerySchema = z.object({
  search: z.string().max(200).default("").describe("Parts of the number, the name or the place, in any order."),
  codes: z
    .string()
    .max(200)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(projectionSchema).max(MAX_FOUND_PROJECTIONS))
    .optional()
    .describe("Returns these projections instead, in their order: `EPSG:25832,EPSG:25833`."),
});

export const foundProjectionSchema = z.object({
  code: projectionSchema,
  name: z.string().describe("Such as `ETRS89 / UTM zone 32N`."),
  area: z.string().describe("Where it is used."),
});
export type FoundProjection = z.infer<typeof foundProjectionSchema>;

export const foundProjectionsSchema = z.object({ projections: z.array(foundProjectionSchema) });
