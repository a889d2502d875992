import { checkName } from "@/components/create-project/check-name";
import type { ProjectDraft } from "@/components/create-project/project-draft";
import { descriptionSchema, projectNameSchema, toSafeName } from "@/lib/projects/schema";
import type { StoredUpload } from "./stored-uploads";
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

/**
 * The same for an unfinished upload. Its own name may have been taken since it began; then what was sent need not be lost:
 * the name in the draft does as well.
 */
export async function settleStoredTarget({ target }: StoredUpload, draft: ProjectDraft): Promise<UploadTarget | string> {
  const problem = await checkName(target.projectName);
  if (problem === null) return target;
  const isRenamed = draft.name.trim() !== "" && toSafeName(draft.name) !== target.safeName;
  return isRenamed ? settleTarget(draft) : problem;
}
