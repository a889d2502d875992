import type { z } from "zod";
import { browserHost } from "@/components/transfer/browser-host";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { checkName } from "@/lib/publish/check-name";
import type { UploadTarget } from "@/lib/publish/target";
import type { UploadSubject } from "./upload-subject";

/** What a way of uploading asks of a project that is still to be made. */
export interface ProjectRules {
  /** What the person reads when it has no name. */
  nameMissing: string;
  description: z.ZodType<string>;
}

/**
 * Settles what project an upload becomes, with the server's word that the name is still free, or whose map it replaces.
 * @returns the target, or what the person reads when it cannot be one
 */
export async function settleTarget(subject: UploadSubject, rules: ProjectRules): Promise<UploadTarget | string> {
  if (subject.kind === "replace") {
    const { _id, name, safeName, description } = subject.project;
    return { projectName: name, safeName, description, replacesId: _id };
  }
  const { draft } = subject;
  if (draft.name.trim() === "") return rules.nameMissing;
  const name = projectNameSchema.safeParse(draft.name);
  if (!name.success) return name.error.issues[0]?.message ?? rules.nameMissing;
  const description = rules.description.safeParse(draft.description);
  if (!description.success) return description.error.issues[0]?.message ?? "";
  const problem = await checkName(browserHost.call, name.data);
  if (problem) return problem;
  return { projectName: name.data, safeName: toSafeName(name.data), description: description.data, replacesId: null };
}

/**
 * The same for an unfinished upload. Its own name may have been taken since it began; then what was sent need not be lost:
 * the name in the draft does as well.
 */
export async function settleStoredTarget(
  target: UploadTarget,
  subject: UploadSubject,
  rules: ProjectRules,
): Promise<UploadTarget | string> {
  if (target.replacesId !== null) return target;
  const problem = await checkName(browserHost.call, target.projectName);
  if (problem === null) return target;
  const isRenamed = subject.kind === "new" && subject.draft.name.trim() !== "" && toSafeName(subject.draft.name) !== target.safeName;
  return isRenamed ? settleTarget(subject, rules) : problem;
}
