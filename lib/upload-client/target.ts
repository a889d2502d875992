import { z } from "zod";

export const uploadTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  /** Id of the project with the replaced map. Null for a new project. */
  replacesId: z.string().nullable().default(null),
  /** Page that the map begins with, when the user has chosen one. */
  startPage: z.string().optional(),
});

export type UploadTarget = z.output<typeof uploadTargetSchema>;
