import { z } from "zod";
import { answeredIdSchema, timeSchema } from "../../http/paging/schema";
import { projectNameSchema } from "../schema";

/** Path of the calls of the trash. */
export const PROJECT_TRASH_PATH = "/api/project/trash";

export const trashedProjectSchema = z.object({
  _id: answeredIdSchema,
  name: z.string(),
  deletedAt: timeSchema,
  deletedBy: z.object({ _id: answeredIdSchema, fullName: z.string() }).nullable().describe("Null when the account is gone."),
  expiresAt: timeSchema.describe("When it is deleted permanently."),
});
export type TrashedProject = z.infer<typeof trashedProjectSchema>;

export const projectTrashSchema = z.object({ projects: z.array(trashedProjectSchema).describe("The last deleted first.") });

export const restoreProjectSchema = z.object({
  name: projectNameSchema.optional().describe("Another name, for when its own has been taken meanwhile."),
});
export type RestoreProject = z.infer<typeof restoreProjectSchema>;
