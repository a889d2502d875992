"use client";

import { useEffect, useMemo, useReducer } from "react";
import { UploadController, type UploadSource } from "../controller/upload-controller";
import { uploadReducer } from "../controller/upload-reducer";
import { idleUpload, type Phase, type UploadKind } from "../controller/upload-state";

const RESET_MS = 2_000;
const RESET_FAILED_MS = 3_000;

interface UploadOptions<Source> {
  createSource: () => Source;
  resetsComplete: boolean;
}

/** Runs the upload of a screen and ends with the screen. Sent bytes and imports stay on the server. */
export function useUpload<Source extends UploadSource, Kind extends UploadKind>({ createSource, resetsComplete }: UploadOptions<Source>) {
  const [state, dispatch] = useReducer(uploadReducer<Kind>, idleUpload);
  const controller = useMemo(() => new UploadController<Source, Kind>(createSource(), dispatch), [createSource]);
  useEffect(() => () => controller.leave(), [controller]);

  const delay = resetDelay(state.phase.status, resetsComplete);
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => dispatch({ type: "reset" }), delay);
    return () => clearTimeout(timer);
  }, [delay]);

  return { state, controller, dispatch };
}

/** Returns the milliseconds until a state returns to the first screen, or null for states that stay. */
export function resetDelay(status: Phase["status"], resetsComplete: boolean): number | null {
  if (status === "failed") return RESET_FAILED_MS;
  return status === "cancelled" || (status === "complete" && resetsComplete) ? RESET_MS : null;
}
