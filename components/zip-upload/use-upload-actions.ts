"use client";

import { useSettledStart } from "@/components/create-project/use-settled-start";
import { type ChosenFile, reopenFile } from "@/components/publish/source/zip/chosen-zip";
import type { UploadWay } from "@/components/publish/source/zip/upload-method";
import { zipRules } from "@/components/publish/source/zip/zip-file-rules";
import { settleStoredTarget, settleTarget } from "@/components/publish/target/settle-target";
import type { UploadSubject } from "@/components/publish/target/upload-subject";
import { isSameFile, type StoredUpload } from "./stored-uploads";
import type { ZipUploadController } from "./zip-upload-controller";

/** What begins an upload, each after the server's word that the project's name is free. */
export function useUploadActions(controller: ZipUploadController, subject: UploadSubject) {
  const { isStarting, begin } = useSettledStart((reason) => controller.warn(reason));

  /** @returns false when it is not the upload's own file, which the person was told */
  async function continueWith(stored: StoredUpload, chosen: ChosenFile): Promise<boolean> {
    const isSame = isSameFile(chosen.file, stored.file);
    if (isSame)
      await begin(settleStoredTarget(stored.target, subject, zipRules), (target) => controller.continueUpload(stored, chosen, target));
    else controller.warn(`This is not the same file. Please choose ${stored.file.name} as it was when the upload began.`);
    return isSame;
  }

  return {
    isStarting,

    /** Uploads the checked file into the project it is for. */
    upload: (way: UploadWay) => begin(settleTarget(subject, zipRules), (target) => controller.upload(target, way)),

    /** Goes on with an unfinished upload, if its own file was chosen. */
    continueUpload: (stored: StoredUpload, [chosen]: ChosenFile[]) => chosen && continueWith(stored, chosen),

    /**
     * The same without choosing the file again.
     * @returns false when it cannot be read any more or has changed, which the person was told: then they have to choose it
     */
    reopen: async (stored: StoredUpload, handle: FileSystemFileHandle): Promise<boolean> => {
      const file = await reopenFile(handle);
      if (file) return continueWith(stored, { file, handle });
      controller.warn(`${stored.file.name} could not be opened. Please choose it again.`);
      return false;
    },

    /** Makes the project of an upload that has every byte on the server. */
    publish: (stored: StoredUpload) =>
      begin(settleStoredTarget(stored.target, subject, zipRules), (target) => controller.publishStored(stored, target)),
  };
}
