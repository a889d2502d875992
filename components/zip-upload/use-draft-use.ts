"use client";

import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import type { Phase } from "./upload-state";

/**
 * Gives the draft up when its project is there, and when the person leaves an extraction to go on without them, which
 * they are told. An extraction that failed leaves the name free to try again.
 */
export function useDraftUse(status: Phase["status"], onDraftUsed: () => void): void {
  const { showBanner } = useBanner();
  const latest = useRef({ status, onDraftUsed });
  useEffect(() => {
    latest.current = { status, onDraftUsed };
    if (status === "complete") onDraftUsed();
  }, [status, onDraftUsed]);

  useEffect(
    () => () => {
      if (latest.current.status !== "extracting") return;
      latest.current.onDraftUsed();
      showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}
