import { z } from "zod";
import { answeredIdSchema, countSchema, timeSchema } from "../../http/paging/schema";
import { ANALYTICS_DAYS } from "../values";

export const mapViewsDaySchema = z.object({ day: z.string().meta({ format: "date", description: "In UTC." }), count: countSchema });
export type MapViewsDay = z.infer<typeof mapViewsDaySchema>;

export const analyticsDaysSchema = z.enum(ANALYTICS_DAYS, "days must be 7, 30 or 90.");

export const analyticsQuerySchema = z.object({
  days: analyticsDaysSchema.default("30").describe("Number of days, today in UTC included."),
});

/** Rows of each list at most. */
export const ANALYTICS_ROWS = 100;

const mapSchema = z.object({ _id: answeredIdSchema, name: z.string(), safeName: z.string() });
const personSchema = z.object({ _id: answeredIdSchema, name: z.string(), email: z.string() });

const listSchema = <Item extends z.ZodType>(item: Item, order: string) =>
  z.object({ total: countSchema, items: z.array(item).describe(`At most ${ANALYTICS_ROWS}, ${order}.`) });

export const analyticsSchema = z.object({
  mapViews: z.array(mapViewsDaySchema).describe("One entry for each day, oldest first."),
  maps: listSchema(
    mapSchema.extend({ views: countSchema, people: countSchema.describe("Number of accounts that opened the map.") }),
    "most views first",
  ).describe("Maps that were opened."),
  unopenedMaps: listSchema(mapSchema.extend({ lastViewedOn: z.iso.date().nullable() }), "longest unopened first").describe(
    "Maps that are online and were not opened.",
  ),
  people: listSchema(personSchema.extend({ views: countSchema, maps: countSchema, lastViewedAt: timeSchema }), "most views first")
    .nullable()
    .describe("Accounts that opened maps. Null for admins who are not superadmins."),
  usersWithoutMap: listSchema(personSchema, "newest first").describe("Users without an assigned project."),
});
export type Analytics = z.infer<typeof analyticsSchema>;
