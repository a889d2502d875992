"use client";

import { useState } from "react";
import { z } from "zod";
import { descriptionSchema, projectNameSchema, toSafeName } from "@/lib/projects/schema";
import { UPLOADED_DESCRIPTION_MAX } from "@/lib/projects/values";
import { checkName } from "@/lib/upload-client/check-name";
import type { UploadTarget } from "@/lib/upload-client/target";
import { browserHost } from "../controller/browser-host";
import { hasUploadTo } from "../tray/upload-list";
import type { UploadSubject } from "./upload-subject";

interface ProjectRules {
  nameMissing: string;
  description: z.ZodType<string>;
}

export const zipRules: ProjectRules = { nameMissing: "Please provide a project name before uploading", description: descriptionSchema };

export const folderRules: ProjectRules = {
  nameMissing: "Please enter a project name before uploading",
  description: z.string().transform((typed) => Array.from(typed.trim()).slice(0, UPLOADED_DESCRIPTION_MAX).join("")),
};

/** Checks the name of a new project, or the replaced project. @returns the target, or a message for the user */
async function settleTarget(subject: UploadSubject, rules: ProjectRules): Promise<UploadTarget | string> {
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

/** Starts uploads after the server has confirmed that the project's name is free. @param warn shows why an upload can't start */
export function useUploadActions(subject: UploadSubject, rules: ProjectRules, warn: (reason: string) => void) {
  const [isStarting, setIsStarting] = useState(false);
  return {
    isStarting,
    start: async (proceed: (target: UploadTarget) => void) => {
      setIsStarting(true);
      const target = await settleTarget(subject, rules);
      setIsStarting(false);
      if (typeof target === "string") warn(target);
      else if (hasUploadTo(target.safeName)) warn(`An upload to ${target.projectName} is already in progress.`);
      else proceed(target);
    },
  };
}
