import { checkName } from "@/components/create-project/check-name";
import type { ProjectDraft } from "@/components/create-project/project-draft";
import { descriptionSchema, projectNameSchema, toSafeName } from "@/lib/projects/schema";
import type { UploadTarget } from "./upload-state";
import { NAME_MISSING_MESSAGE } from "./zip-file-rules";

/**
 * Settles what project an upload becomes, with the server's word that the name is still free.
 * @returns the target, or what the person reads when it cannot be one
 */
export async function settleTarget(draft: ProjectDraft): Promise<UploadTarget | string> {
  if (draft.name.trim() === "") return NAME_MISSING_MESSAGE;
  const name = projectNameSchema.safeParse(draft.name);
  if (!name.success) return name.error.issues[0]?.message ?? NAME_MISSING_MESSAGE;
  const description = descriptionSchema.safeParse(draft.description);
  if (!description.success) return description.error.issues[0]?.message ?? "";
  const problem = await checkName(name.data);
  if (problem) return problem;
  return { projectName: name.data, safeName: toSafeName(name.data), description: description.data };
}
