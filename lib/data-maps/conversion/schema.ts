import { z } from "zod";

/** A data file of a project that is being converted, or waits for it. */
export const ownConversionSchema = z.object({
  projectId: z.string(),
  projectName: z.string(),
  safeName: z.string(),
  path: z.string(),
  percent: z.int().describe("0 while it waits."),
});
export type OwnConversion = z.infer<typeof ownConversionSchema>;
