"use client";

import { useEffect, useRef } from "react";
import { showDesktopNotice } from "@/components/publish/notifications/desktop-notice";
import type { ZipUpload } from "./upload-state";

/** Tells on the desktop of the end of an upload or an extraction, for whoever looks at something else meanwhile. */
export function useEndNotices({ phase, notice }: Pick<ZipUpload, "phase" | "notice">): void {
  const { status } = phase;
  const before = useRef(status);
  const latest = useRef({ phase, notice });
  useEffect(() => {
    latest.current = { phase, notice };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of state is the occasion
  useEffect(() => {
    const { phase: now, notice: news } = latest.current;
    const wasUploading = before.current === "uploading";
    before.current = now.status;
    if (now.status === "extracting" && wasUploading) {
      showDesktopNotice({
        title: `${now.target.projectName} is uploaded`,
        body: "Every byte is on the server. The page can be closed.",
      });
    } else if (now.status === "complete") {
      showDesktopNotice({
        title: `${now.target.projectName} is online.`,
        body: "Every file has been checked.",
        href: `/projects?map=${encodeURIComponent(now.target.safeName)}`,
      });
    } else if (now.status === "failed") {
      showDesktopNotice({ title: `${now.target.projectName} was not published`, body: news?.text ?? "" });
    }
  }, [status]);
}
