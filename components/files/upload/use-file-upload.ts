"use client";

import { useCallback, useEffect } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { UploadController } from "@/components/upload/controller/upload-controller";
import type { Phase } from "@/components/upload/controller/upload-state";
import { useShownUpload } from "@/components/upload/screen/use-shown-upload";
import type { Choice } from "@/components/upload/source/folder/reading";
import { type AnyUpload, askToCancel, beginUpload, removeUpload } from "@/components/upload/tray/upload-list";
import { FilesSource } from "./files-source";
import type { ConflictAnswer, FilesUpload, FolderTarget } from "./prepare-files";
import { BUSY_MESSAGE } from "./upload-messages";

type FilesController = UploadController<FilesSource, FilesUpload>;

const busyStates: ReadonlySet<Phase["status"]> = new Set(["reading", "selected", "comparing", "compared", "uploading"]);

const isOfScreen = (upload: AnyUpload): upload is FilesController => upload.source instanceof FilesSource;

/** Uploads files to a project. An upload goes on in the tray when the file manager closes. @param name of the project */
export function useFileUpload(project: string, name: string, onDone: () => void) {
  const { showBanner } = useBanner();
  const create = useCallback(() => new UploadController<FilesSource, FilesUpload>(new FilesSource(project)), [project]);
  const isWanted = ({ source, getState }: FilesController) => {
    const { status } = getState().phase;
    return source.project === project && (busyStates.has(status) || status === "interrupted");
  };
  const { state, controller } = useShownUpload<FilesSource, FilesUpload>({ create, isOfScreen, isWanted, resetsComplete: true });
  const { phase, notice } = state;
  useEffect(() => {
    const { source } = controller;
    source.onChange = onDone;
    return () => {
      source.onChange = () => undefined;
    };
  });
  useEffect(() => {
    if (notice) showBanner({ tone: notice.kind, message: notice.text });
  }, [notice, showBanner]);
  // The panel shows the end, so the tray needn't.
  useEffect(() => {
    if (phase.status === "complete") removeUpload(controller);
  }, [phase.status, controller]);

  const isBusy = busyStates.has(phase.status);
  const begin = (work: Parameters<FilesController["run"]>[0]) =>
    beginUpload(controller, { title: name, href: `/projects?files=${encodeURIComponent(project)}`, target: null }, work);
  return {
    phase,
    isBusy,
    start: (choice: Choice, target: FolderTarget) => {
      if (isBusy) showBanner({ tone: "warning", message: BUSY_MESSAGE });
      else begin((files, job) => files.upload(choice, target, job));
    },
    resolve: (answer: ConflictAnswer) => controller.source.resolve(answer),
    retry: () => begin((files, job) => files.retry(job)),
    cancel: () => askToCancel(controller),
    dismiss: () => {
      removeUpload(controller);
      controller.dispatch({ type: "reset" });
    },
  };
}

export type FileUpload = ReturnType<typeof useFileUpload>;
