import { z } from "zod";

const findingSchema = z.string().describe('"ok", or in a few words what is wrong; the log knows more.');

/** Answer of GET /api/health. */
export const healthSchema = z.object({
  status: z.enum(["ok", "unavailable"]),
  checks: z.object({ database: findingSchema, objectStore: findingSchema, migrations: findingSchema }),
});
export type Health = z.infer<typeof healthSchema>;

/** Answer of GET /api/health/live: a process that answers lives. */
export const liveSchema = z.object({ status: z.literal("ok") });
/** Answer of GET /api/health/ready of a process that is about to end. */
export const drainingSchema = z.object({ status: z.literal("draining") });
