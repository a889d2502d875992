import { z } from "zod";

export const searchTextSchema = z
  .string()
  .max(200, "The search text can have at most 200 characters.")
  .transform((text) => text.replace(/\p{Cc}/gu, "").trim())
  .default("")
  .describe("What to look for, in any case.");

/** Without `limit` and `cursor`, a list answers whole. */
export const pageQueryFields = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, "limit must be a whole number from 1 to 200.")
    .transform(Number)
    .optional()
    .describe("Rows of a page: a whole number from 1 to 200."),
  cursor: z
    .string()
    .max(1000, "The cursor is not one of this list.")
    .optional()
    .describe("`nextCursor` of the page before, for the same search and order."),
};

/** Forms send an absent parameter as an empty one. */
export function optionalParameter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
}

const DAY_MS = 86_400_000;
const NOT_A_DATE = "A date must be a day (2026-11-20) or a time (2026-11-20T08:00:00Z).";

/** PostgreSQL has no year 0, and ISO 8601 ends at 9999. */
const isInCalendar = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A time, or a day in UTC. @param dayOffset 0: the day's first midnight, 1: its last */
function momentSchema(dayOffset: 0 | 1) {
  const day = z.iso.date().transform((text) => new Date(Math.min(Date.parse(text) + dayOffset * DAY_MS, LAST_MS)));
  const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
  return z.union([day, time], NOT_A_DATE).refine(isInCalendar, NOT_A_DATE);
}

export const periodQueryFields = {
  from: optionalParameter(momentSchema(0)).describe("Rows from then on: a day in UTC, or a time."),
  to: optionalParameter(momentSchema(1)).describe("Rows before then; of a day, also those of the day itself."),
};

export const timeSchema = z.string().meta({ format: "date-time", description: "ISO 8601 in UTC." });

export const answeredIdSchema = z.string().meta({ format: "uuid" });

export const countSchema = z.int().nonnegative();

export const referenceSchema = z.object({ _id: answeredIdSchema, name: z.string() });

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const nextCursorSchema = z.string().nullable().describe("Asks for the next page, as `cursor`; null on the last one.");

export const nextPageFields = { nextCursor: nextCursorSchema };

export const pageInfoFields = { total: countSchema.describe("Rows that match, over all pages."), ...nextPageFields };

const pageInfoSchema = z.object(pageInfoFields);
export type PageInfo = z.infer<typeof pageInfoSchema>;
