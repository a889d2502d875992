"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAddress } from "@/components/shared/list/use-address";
import type { UploadController, UploadSource } from "../controller/upload-controller";
import { idleUpload, type Phase, type UploadKind, type UploadState } from "../controller/upload-state";
import { type AnyUpload, dismissUpload, useUploads } from "../tray/upload-list";

const RESET_MS = 2_000;
const RESET_FAILED_MS = 3_000;

interface ShownUpload<Source extends UploadSource, Kind extends UploadKind> {
  create: () => UploadController<Source, Kind>;
  /** Returns true for uploads of the kind that the screen shows. */
  isOfScreen: (upload: AnyUpload) => upload is UploadController<Source, Kind>;
  /** Returns true for the upload that the screen shows while it is under way. */
  isWanted: (upload: UploadController<Source, Kind>) => boolean;
  resetsComplete: boolean;
}

/** Shows an upload of the tray on a screen: that of `?upload=`, a wanted one that is under way, or a new one. */
export function useShownUpload<Source extends UploadSource, Kind extends UploadKind>(options: ShownUpload<Source, Kind>) {
  const { create, isOfScreen, isWanted, resetsComplete } = options;
  const uploads = useUploads();
  const address = useAddress().parameters.get("upload");
  const [controller, setController] = useState(create);
  const state = useSyncExternalStore<UploadState<Kind>>(controller.subscribe, controller.getState, () => idleUpload);
  const { status } = state.phase;

  const others = uploads.filter(isOfScreen).filter((upload) => upload !== controller);
  const addressed = others.find((upload) => upload.id === address && resetDelay(upload.getState().phase.status, true) === null);
  const wanted = addressed ?? (status === "idle" ? others.findLast(isWanted) : undefined);
  if (wanted) setController(wanted);

  const shown = useRef<AnyUpload>(null);
  useEffect(() => {
    shown.current = controller;
    return () => {
      shown.current = null;
      // React may run an effect twice.
      setTimeout(() => {
        if (shown.current !== controller && controller.label === null) dismissUpload(controller);
      });
    };
  }, [controller]);

  const delay = resetDelay(status, resetsComplete);
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => {
      const { method, notice } = controller.getState();
      const next = create();
      next.dispatch({ type: "methodChosen", method });
      if (notice) next.dispatch({ type: "noticed", notice });
      setController(next);
    }, delay);
    return () => clearTimeout(timer);
  }, [delay, controller, create]);

  return { state, controller };
}

/** Returns the milliseconds until the screen shows a new upload, or null for states that stay. */
function resetDelay(status: Phase["status"], resetsComplete: boolean): number | null {
  if (status === "failed") return RESET_FAILED_MS;
  return status === "cancelled" || (status === "complete" && resetsComplete) ? RESET_MS : null;
}
