"use client";

import { useState } from "react";
import type { ProjectDraft } from "@/components/create-project/project-draft";
import { isSameFile, type StoredUpload } from "./stored-uploads";
import type { UploadTarget } from "./upload-state";
import { settleStoredTarget, settleTarget } from "./upload-target";
import type { ZipUploadController } from "./zip-upload-controller";

/** What begins an upload, each after the server's word that the project's name is free. */
export function useUploadActions(controller: ZipUploadController, draft: ProjectDraft) {
  const [isStarting, setIsStarting] = useState(false);

  async function begin(settling: Promise<UploadTarget | string>, proceed: (target: UploadTarget) => void) {
    setIsStarting(true);
    const target = await settling;
    setIsStarting(false);
    if (typeof target === "string") controller.warn(target);
    else proceed(target);
  }

  return {
    isStarting,

    /** Uploads the checked file into the project of the draft. */
    upload: () => begin(settleTarget(draft), (target) => controller.upload(target)),

    /** Goes on with an unfinished upload, if its own file was chosen. */
    continueUpload: (stored: StoredUpload, [file]: File[]) => {
      if (!file || !isSameFile(file, stored.file)) {
        return controller.warn(`This is not the same file. Please choose ${stored.file.name} as it was when the upload began.`);
      }
      return begin(settleStoredTarget(stored, draft), (target) => controller.continueUpload(stored, file, target));
    },

    /** Makes the project of an upload that has every byte on the server. */
    publish: (stored: StoredUpload) => begin(settleStoredTarget(stored, draft), (target) => controller.publishStored(stored, target)),
  };
}
