import { z } from "zod";

const findingSchema = z.string().describe('"ok", or in a few words what is wrong; the log knows more.');

export const healthSchema = z.object({
  status: z.enum(["ok", "unavailable"]),
  checks: z.object({
    database: findingSchema,
    objectStore: findingSchema,
    migrations: findingSchema,
    thumbnails: findingSchema.optional().describe("To superadmins and at the metrics port. It never makes the status unavailable."),
    conversions: findingSchema
      .optional()
      .describe("To superadmins and at the metrics port: whether this machine has GDAL. It never makes the status unavailable."),
  }),
});
export type Health = z.infer<typeof healthSchema>;

export const liveSchema = z.object({ status: z.literal("ok") });
export const drainingSchema = z.object({ status: z.literal("draining") });
