"use client";

import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import type { Phase } from "../controller/upload-state";
import { watchImport } from "../notifications/watch-import";

/**
 * Deletes the draft when its project exists or when the user leaves during publishing. A failure keeps it.
 * @param onLeft called when the user leaves while the server makes the map
 */
export function useDraftUse(phase: Phase, onDraftUsed: () => void, onLeft?: () => void): void {
  const { showBanner } = useBanner();
  const latest = useRef({ phase, onDraftUsed, onLeft });
  const isUsed = phase.status === "complete" && phase.target.replacesId === null;
  useEffect(() => {
    latest.current = { phase, onDraftUsed, onLeft };
  });
  useEffect(() => {
    if (isUsed) onDraftUsed();
  }, [isUsed, onDraftUsed]);

  useEffect(
    () => () => {
      const left = latest.current;
      if (left.phase.status !== "extracting") return;
      left.onLeft?.();
      watchImport(left.phase.target);
      if (left.phase.target.replacesId === null) left.onDraftUsed();
      showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}
