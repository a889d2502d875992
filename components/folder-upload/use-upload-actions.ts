"use client";

import { useSettledStart } from "@/components/create-project/use-settled-start";
import { type Choice, choiceOfHandle } from "@/components/publish/source/folder/choose";
import { settleStoredTarget, settleTarget } from "@/components/publish/target/settle-target";
import type { UploadSubject } from "@/components/publish/target/upload-subject";
import type { FolderUploadController } from "./folder-upload-controller";
import type { FolderSession } from "./sessions/folder-database";
import { folderRules } from "./upload-words";

/** What begins an upload, each after the server's word that the project's name is free. */
export function useUploadActions(controller: FolderUploadController, subject: UploadSubject) {
  const { isStarting, begin } = useSettledStart((reason) => controller.warn(reason));

  const settleStored = (session: FolderSession) => settleStoredTarget(session.target, subject, folderRules);

  return {
    isStarting,

    /** Compares what was chosen with the map that it replaces. */
    compare: () => begin(settleTarget(subject, folderRules), (target) => void controller.compare(target)),

    upload: () => begin(settleTarget(subject, folderRules), (target) => void controller.upload(target)),

    /** Goes on with an unfinished upload, given its folder again. */
    continueUpload: (session: FolderSession, choice: Choice) =>
      begin(settleStored(session), (target) => void controller.continueUpload(session, target, choice)),

    /**
     * The same without choosing the folder again. A browser asks the person first, which it does only during a click.
     * @returns false when it may not be read, which the person was told: then they have to choose it
     */
    reopen: async (session: FolderSession, handle: FileSystemDirectoryHandle): Promise<boolean> => {
      const isGranted = await mayRead(handle);
      if (isGranted)
        await begin(settleStored(session), (target) => void controller.continueUpload(session, target, choiceOfHandle(handle)));
      else controller.warn(`${handle.name} could not be opened. Please choose it again.`);
      return isGranted;
    },

    /** Makes the map of an unfinished upload that has every byte on the server. */
    publish: (session: FolderSession) => begin(settleStored(session), (target) => void controller.publishStored(session, target)),
  };
}

async function mayRead(handle: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    return (await handle.requestPermission({ mode: "read" })) === "granted";
  } catch {
    return false;
  }
}
