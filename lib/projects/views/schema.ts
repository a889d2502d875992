import { z } from "zod";
import { answeredIdSchema, countSchema, pageInfoFields, pageQueryFields, timeSchema } from "../../http/paging/schema";
import { analyticsDaysSchema, mapViewsDaySchema } from "../analytics/schema";

const daysField = { days: analyticsDaysSchema.default("30").describe("Number of days, today in UTC included.") };

export const projectViewsQuerySchema = z.object({ ...daysField, ...pageQueryFields });
export type ProjectViewsQuery = z.infer<typeof projectViewsQuerySchema>;

export const projectViewsCsvQuerySchema = z.object(daysField);

const viewSchema = z.object({
  _id: answeredIdSchema,
  kind: z.enum(["person", "token", "link", "guest"]).describe("A signed-in person, an API token, a share link, or a guest."),
  account: z
    .object({ _id: answeredIdSchema, name: z.string(), email: z.string() })
    .nullable()
    .describe("The person, or the owner of the token; null for a link and a guest."),
  credential: z
    .string()
    .nullable()
    .describe("Name of the token, label of the link, or address of the guest; null for a person, and when it was deleted."),
  views: countSchema,
  lastViewedAt: timeSchema,
  versionId: z.string().nullable().describe("The version of the map; null when it is unknown."),
  versionCreatedAt: timeSchema.nullable().describe("When this version was made; null when it is no longer kept."),
  isCurrentVersion: z.boolean(),
});
export type ProjectView = z.infer<typeof viewSchema>;

export const projectViewsSchema = z.object({
  views: countSchema.describe("Views on these days, by everyone."),
  people: countSchema.describe("Accounts and guests that opened the map on these days."),
  mapViews: z.array(mapViewsDaySchema).describe("One entry for each day, oldest first."),
  historyDays: countSchema.describe("Days for which the history is kept (`VIEW_HISTORY_DAYS`); 0 when none is recorded."),
  history: z.array(viewSchema).describe("Views of one day by one viewer, the latest first."),
  ...pageInfoFields,
});
export type ProjectViews = z.infer<typeof projectViewsSchema>;
