"use client";

import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { isFilesAddress } from "@/components/files/manager/use-open-files";
import { BUSY_MESSAGE } from "@/components/files/upload/upload-messages";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { useResetDelay } from "@/components/transfer/use-reset-delay";
import type { NoticeTone } from "@/components/ui/notice";
import { FileUploadController } from "./file-upload-controller";
import { fileUploadReducer } from "./upload-reducer";
import {
  type ConflictAnswer,
  hideDelay,
  idleUpload,
  isUnderWay,
  type UploadChoice,
  type UploadKind,
  type UploadState,
} from "./upload-state";

interface FileUploadOptions {
  /** Safe name of a project, or `assets`. */
  project: string;
  /** Something was uploaded: the listing is not what it was. */
  onDone: () => void;
  onMessage: (tone: NoticeTone, message: string) => void;
}

/** An upload into a folder of a map. */
export interface FileUpload {
  state: UploadState;
  /** From the choice until the end. */
  isBusy: boolean;
  /** Begins; refuses, and says so, while another one is under way. @param targetPath folder that it goes to; "" is the top */
  start: (choice: UploadChoice, targetPath: string, kind: UploadKind) => void;
  /** Whether the files that are there already are replaced. */
  resolve: (answer: ConflictAnswer) => void;
  retry: () => void;
  cancel: () => void;
  /** Puts away the panel of an upload that has failed. */
  dismiss: () => void;
  /** Asked before the screen is left while an upload is under way. */
  question: Pick<ReturnType<typeof useLeaveQuestion>, "isOpen" | "stay" | "leave">;
}

/** Uploads files and folders into folders of a map, one choice at a time. It ends with the screen; what has arrived stays. */
export function useFileUpload({ project, onDone, onMessage }: FileUploadOptions): FileUpload {
  const [state, dispatch] = useReducer(fileUploadReducer, idleUpload);
  const latest = useRef({ onDone, onMessage });
  useEffect(() => {
    latest.current = { onDone, onMessage };
  });
  const controller = useMemo(
    () =>
      new FileUploadController(project, {
        dispatch,
        onDone: () => latest.current.onDone(),
        onMessage: (tone, message) => latest.current.onMessage(tone, message),
      }),
    [project],
  );
  useEffect(() => () => controller.close(), [controller]);
  useResetDelay(hideDelay(state), dispatch);

  const isBusy = isUnderWay(state);
  // From folder to folder an upload goes on.
  const isInside = useCallback((address: string) => isFilesAddress(address, project), [project]);
  const question = useLeaveQuestion(state.phase === "sending", isInside);
  const start = useCallback(
    (choice: UploadChoice, targetPath: string, kind: UploadKind) => {
      if (isBusy) latest.current.onMessage("warning", BUSY_MESSAGE);
      else void controller.start(choice, targetPath, kind);
    },
    [controller, isBusy],
  );
  return {
    state,
    isBusy,
    start,
    resolve: (answer) => controller.resolve(answer),
    retry: () => void controller.retry(),
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
