import { z } from "zod";
import type {
  AdminDashboard,
  MapViewsDay,
  RecentAdmin,
  RecentProject,
  SuperadminDashboard,
  UserDashboard,
} from "@/lib/projects/stats/schema";

/**
 * What the dashboards' calls answer, checked where it arrives: an answer of something in between says so, and breaks no screen.
 * A name or a time that is missing is shown as missing (spec 000 §2, §3).
 */

const nameSchema = z.string().min(1).catch("Unnamed Project");

/** Shown as N/A. */
const timeSchema = z.string().catch("");

const recentProjectSchema = z.object({
  _id: z.string(),
  name: nameSchema,
  safeName: z.string(),
  description: z.string().catch(""),
  viewMap: z.string().nullable().catch(null),
  path: z.string().catch(""),
  mapImage: z.string().nullable().catch(null),
  createdBy: z.object({ _id: z.string(), name: z.string() }).nullable().catch(null),
  createdByModel: z.enum(["SuperAdmin", "Admin"]).catch("Admin"),
  createdAt: timeSchema,
}) satisfies z.ZodType<RecentProject>;

const recentAdminSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: timeSchema,
}) satisfies z.ZodType<RecentAdmin>;

const mapViewsDaySchema = z.object({ day: z.iso.date(), count: z.number() }) satisfies z.ZodType<MapViewsDay>;

const totalsSchema = z.object({
  totalUsers: z.number(),
  percentUserIncrease: z.number(),
  totalProjects: z.number(),
  percentProjectIncrease: z.number(),
  recentProjects: z.array(recentProjectSchema),
});

export const adminDashboardSchema = totalsSchema.extend({
  lastProject: z.object({ name: nameSchema, dateCreated: timeSchema }).nullable(),
}) satisfies z.ZodType<AdminDashboard>;

export const superadminDashboardSchema = totalsSchema.extend({
  totalAdmins: z.number(),
  percentAdminIncrease: z.number(),
  lastProject: z.object({ name: nameSchema, createdAt: timeSchema }).nullable(),
  recentAdmins: z.array(recentAdminSchema),
  mapViews: z.array(mapViewsDaySchema),
}) satisfies z.ZodType<SuperadminDashboard>;

export const userDashboardSchema = z.object({
  totalProjects: z.number(),
  percentileIncrease: z.number(),
  lastProjectUploaded: z.object({ name: nameSchema, uploadedTime: timeSchema }).nullable(),
  recentProjects: z.array(recentProjectSchema),
}) satisfies z.ZodType<UserDashboard>;
