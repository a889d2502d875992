import { z } from "zod";
import { adminSummarySchema } from "../../accounts/admins/schema";
import { countSchema, timeSchema } from "../../http/paging/schema";
import { projectSummarySchema } from "../schema";

const nameSchema = z.string().min(1).catch("Unnamed Project");

export const recentProjectSchema = projectSummarySchema
  .omit({ dateCreated: true, updatedAt: true, isFavourite: true })
  .extend({ name: nameSchema });
export type RecentProject = z.infer<typeof recentProjectSchema>;

const percentSchema = z.number().describe("Percent against last month, rounded to one decimal.");

const lastMonthSchema = countSchema
  .optional()
  .describe("How many there were when the month began. The percent has no meaning when it is 0.");

export const adminDashboardSchema = z.object({
  totalUsers: countSchema.describe("Plain users; admins are not among them."),
  percentUserIncrease: percentSchema,
  usersLastMonth: lastMonthSchema,
  totalProjects: countSchema,
  percentProjectIncrease: percentSchema,
  projectsLastMonth: lastMonthSchema,
  lastProject: z.object({ name: nameSchema, dateCreated: timeSchema }).nullable().describe("Null when there is no project."),
  recentProjects: z.array(recentProjectSchema).describe("The latest, newest first."),
});
export type AdminDashboard = z.infer<typeof adminDashboardSchema>;

const recentAdminSchema = adminSummarySchema.omit({ invitation: true, limit: true });
export type RecentAdmin = z.infer<typeof recentAdminSchema>;

export const superadminDashboardSchema = adminDashboardSchema.extend({
  totalAdmins: countSchema,
  percentAdminIncrease: percentSchema,
  adminsLastMonth: lastMonthSchema,
  lastProject: z.object({ name: nameSchema, createdAt: timeSchema }).nullable().describe("Null when there is no project."),
  recentAdmins: z.array(recentAdminSchema),
  thumbnailProblem: z.string().nullable().default(null).describe("Why no worker renders thumbnails of maps; null when one does."),
  storageProblem: z.string().nullable().default(null).describe("That the disk of the server is full; null when it is not."),
});
export type SuperadminDashboard = z.infer<typeof superadminDashboardSchema>;

export const userDashboardSchema = z.object({
  totalProjects: countSchema,
  percentileIncrease: percentSchema,
  projectsLastMonth: lastMonthSchema,
  lastProjectUploaded: z.object({ name: nameSchema, uploadedTime: timeSchema }).nullable().describe("Null when there is no project."),
  recentProjects: z.array(recentProjectSchema).describe("The latest, newest first."),
});
export type UserDashboard = z.infer<typeof userDashboardSchema>;
