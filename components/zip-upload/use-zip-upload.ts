"use client";

import { useEffect, useMemo, useReducer } from "react";
import { useResetDelay } from "@/components/transfer/use-reset-delay";
import { zipUploadReducer } from "./upload-reducer";
import { idleUpload, resetDelay } from "./upload-state";
import { ZipUploadController } from "./zip-upload-controller";

/** The ZIP upload of this screen. It ends with the screen: what has been sent and what is being extracted stays on the server. */
export function useZipUpload(accountId: string) {
  const [upload, dispatch] = useReducer(zipUploadReducer, idleUpload);
  const controller = useMemo(() => new ZipUploadController(accountId, dispatch), [accountId]);
  useEffect(() => {
    controller.returnToExtraction();
    return () => controller.leave();
  }, [controller]);

  useResetDelay(resetDelay(upload.phase), dispatch);

  return { ...upload, controller, dispatch };
}
