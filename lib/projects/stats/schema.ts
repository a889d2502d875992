import { z } from "zod";
import { adminSummarySchema } from "../../accounts/admins/schema";
import { countSchema, timeSchema } from "../../http/paging/schema";
import { projectSummarySchema } from "../schema";

/** A project in a table of the latest ones. */
export const recentProjectSchema = projectSummarySchema.omit({ dateCreated: true, updatedAt: true });
export type RecentProject = z.infer<typeof recentProjectSchema>;

/** Days of map views that a dashboard shows, today included. */
export const MAP_VIEW_DAYS = 30;

/** Maps that were opened on a day. */
export const mapViewsDaySchema = z.object({ day: z.string().meta({ format: "date", description: "In UTC." }), count: countSchema });
export type MapViewsDay = z.infer<typeof mapViewsDaySchema>;

const percentSchema = z.number().describe("Percent against last month, rounded to one decimal.");

/** What `GET /api/admin/dashboard-stats` answers (spec 000 §3). */
export const adminDashboardSchema = z.object({
  totalUsers: countSchema.describe("Plain users; admins are not among them."),
  percentUserIncrease: percentSchema,
  totalProjects: countSchema,
  percentProjectIncrease: percentSchema,
  lastProject: z.object({ name: z.string(), dateCreated: timeSchema }).nullable().describe("Null when there is no project."),
  recentProjects: z.array(recentProjectSchema).describe("The latest, newest first."),
});
export type AdminDashboard = z.infer<typeof adminDashboardSchema>;

/** An admin in the table of the latest ones. */
export type RecentAdmin = z.infer<typeof adminSummarySchema>;

/** What `GET /api/superadmin/dashboard` answers (spec 000 §3). */
export const superadminDashboardSchema = adminDashboardSchema.extend({
  totalAdmins: countSchema,
  percentAdminIncrease: percentSchema,
  lastProject: z.object({ name: z.string(), createdAt: timeSchema }).nullable().describe("Null when there is no project."),
  recentAdmins: z.array(adminSummarySchema),
  // Our addition.
  mapViews: z
    .array(mapViewsDaySchema)
    .describe(`The last ${MAP_VIEW_DAYS} days, oldest first, today in UTC included, also those without any.`),
});
export type SuperadminDashboard = z.infer<typeof superadminDashboardSchema>;

/** What `GET /api/user/dashboard` answers (spec 000 §3): of the projects assigned to this person alone. */
export const userDashboardSchema = z.object({
  totalProjects: countSchema,
  percentileIncrease: percentSchema,
  lastProjectUploaded: z.object({ name: z.string(), uploadedTime: timeSchema }).nullable().describe("Null when there is no project."),
  recentProjects: z.array(recentProjectSchema).describe("The latest, newest first."),
});
export type UserDashboard = z.infer<typeof userDashboardSchema>;
