"use client";

import { useReducer } from "react";
import type { NoticeTone } from "@/components/ui/notice";
import type { UploadChoice, UploadKind, UploadState } from "./upload-state";

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
  /** Begins, unless another one is under way. @param targetPath folder that it goes to; "" is the top */
  start: (choice: UploadChoice, targetPath: string, kind: UploadKind) => void;
  cancel: () => void;
}

/** Uploads files and folders into folders of a map, one choice at a time. */
export function useFileUpload(_options: FileUploadOptions): FileUpload {
  const [state] = useReducer((before: UploadState) => before, { phase: "idle" });
  return { state, isBusy: false, start: () => undefined, cancel: () => undefined };
}
