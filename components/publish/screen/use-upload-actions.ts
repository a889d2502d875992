"use client";

import { useState } from "react";
import { z } from "zod";
import { descriptionSchema } from "@/lib/projects/schema";
import { SENT_DESCRIPTION_MAX } from "@/lib/publish/limits";
import type { UploadTarget } from "@/lib/publish/target";
import { type ProjectRules, settleTarget } from "../target/settle-target";
import type { UploadSubject } from "../target/upload-subject";
import { hasUploadTo } from "../tray/upload-list";

export const zipRules: ProjectRules = { nameMissing: "Please provide a project name before uploading", description: descriptionSchema };

export const folderRules: ProjectRules = {
  nameMissing: "Please enter a project name before uploading",
  description: z.string().transform((typed) => Array.from(typed.trim()).slice(0, SENT_DESCRIPTION_MAX).join("")),
};

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
