"use client";

import { useEffect, useMemo, useReducer } from "react";
import { useResetDelay } from "@/components/transfer/use-reset-delay";
import { FolderUploadController } from "./folder-upload-controller";
import { folderUploadReducer } from "./upload-reducer";
import { idleUpload, resetDelay } from "./upload-state";

/** The folder's upload of this screen. It ends with the screen: what has been sent and what is being published stays on the server. */
export function useFolderUpload(accountId: string) {
  const [upload, dispatch] = useReducer(folderUploadReducer, idleUpload);
  const controller = useMemo(() => new FolderUploadController(accountId, dispatch), [accountId]);
  useEffect(() => () => controller.leave(), [controller]);

  useResetDelay(resetDelay(upload.phase), dispatch);

  return { ...upload, controller, dispatch };
}
