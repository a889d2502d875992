import type { z } from "zod";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { checkName } from "@/lib/publish/check-name";
import type { UploadTarget } from "@/lib/publish/target";
import { browserHost } from "../controller/browser-host";
import type { UploadSubject } from "./upload-subject";

export interface ProjectRules {
  nameMissing: string;
  description: z.ZodType<string>;
}

/** Checks the name of a new project, or the replaced project. @returns the target, or a message for the user */
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

/** Checks the target of an unfinished upload. Uses the name in the draft when another project has taken its name. */
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
