import { z } from "zod";

export const uploadTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  /** Id of the project with the replaced map. Null for a new project. */
  replacesId: z.string().nullable().default(null),
});

export type UploadTarget = z.output<typeof uploadTargetSchema>;
