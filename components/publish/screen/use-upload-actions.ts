"use client";

import { useState } from "react";
import { z } from "zod";
import { descriptionSchema } from "@/lib/projects/schema";
import { SENT_DESCRIPTION_MAX } from "@/lib/publish/limits";
import type { UploadTarget } from "@/lib/publish/target";
import { type ProjectRules, settleStoredTarget, settleTarget } from "../target/settle-target";
import type { UploadSubject } from "../target/upload-subject";

export const zipRules: ProjectRules = { nameMissing: "Please provide a project name before uploading", description: descriptionSchema };

export const folderRules: ProjectRules = {
  nameMissing: "Please enter a project name before uploading",
  description: z.string().transform((typed) => Array.from(typed.trim()).slice(0, SENT_DESCRIPTION_MAX).join("")),
};

/** Starts uploads after the server has confirmed that the project's name is free. @param warn shows why an upload can't start */
export function useUploadActions(subject: UploadSubject, rules: ProjectRules, warn: (reason: string) => void) {
  const [isStarting, setIsStarting] = useState(false);

  async function begin(settling: Promise<UploadTarget | string>, proceed: (target: UploadTarget) => void): Promise<void> {
    setIsStarting(true);
    const target = await settling;
    setIsStarting(false);
    if (typeof target === "string") warn(target);
    else proceed(target);
  }

  return {
    isStarting,
    start: (proceed: (target: UploadTarget) => void) => begin(settleTarget(subject, rules), proceed),
    startStored: (stored: UploadTarget, proceed: (target: UploadTarget) => void) =>
      begin(settleStoredTarget(stored, subject, rules), proceed),
  };
}
