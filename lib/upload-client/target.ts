import { z } from "zod";
import { answersSchema } from "../data-maps/schema";

export const uploadTargetSchema = z.object({
  projectName: z.string(),
  safeName: z.string(),
  description: z.string(),
  /** Id of the project with the replaced map. Null for a new project. */
  replacesId: z.string().nullable().default(null),
  /** Page that the map begins with, when the user has chosen one. */
  startPage: z.string().optional(),
  /** What the user said of data files. */
  answers: answersSchema.optional(),
});

export type UploadTarget = z.output<typeof uploadTargetSchema>;
