"use client";

import { useCallback, useEffect, useRef } from "react";
import type { Phase } from "@/components/publish/controller/upload-state";
import { useUpload } from "@/components/publish/screen/use-upload";
import type { Choice } from "@/components/publish/source/folder/choose";
import { useBanner } from "@/components/shared/banner-provider";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { isFilesAddress } from "../manager/use-open-files";
import { FilesSource } from "./files-source";
import type { ConflictAnswer, FilesUpload, FolderTarget } from "./files-upload";
import { BUSY_MESSAGE } from "./upload-messages";

const busyStates: ReadonlySet<Phase["status"]> = new Set(["reading", "selected", "comparing", "compared", "uploading"]);

export function useFileUpload(project: string, onDone: () => void) {
  const { showBanner } = useBanner();
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const createSource = useCallback(() => new FilesSource(project, () => latest.current()), [project]);
  const { state, controller, dispatch } = useUpload<FilesSource, FilesUpload>({ createSource, resetsComplete: true });
  const { phase, notice } = state;
  useEffect(() => {
    if (notice) showBanner({ tone: notice.kind, message: notice.text });
  }, [notice, showBanner]);

  const isBusy = busyStates.has(phase.status);
  const isInside = useCallback((address: string) => isFilesAddress(address, project), [project]);
  const question = useLeaveQuestion(phase.status === "uploading", isInside);
  return {
    phase,
    isBusy,
    start: (choice: Choice, target: FolderTarget) => {
      if (isBusy) showBanner({ tone: "warning", message: BUSY_MESSAGE });
      else void controller.run((files, job) => files.upload(choice, target, job));
    },
    resolve: (answer: ConflictAnswer) => controller.source.resolve(answer),
    retry: () => void controller.run((files, job) => files.retry(job)),
    cancel: () => controller.cancel(),
    dismiss: () => dispatch({ type: "reset" }),
    question: {
      isOpen: question.isOpen,
      stay: question.stay,
      leave: () => {
        controller.cancel();
        question.leave();
      },
    },
  };
}

export type FileUpload = ReturnType<typeof useFileUpload>;
