"use client";

import { useEffect, useRef } from "react";
import { watchImport } from "@/components/publish/notifications/watch-import";
import { useBanner } from "@/components/shared/banner-provider";
import type { UploadTarget } from "@/lib/publish/target";

interface DraftUse {
  /** The map is there. */
  isComplete: boolean;
  /** The server makes a map. */
  isExtracting: boolean;
  /** Null while nothing is uploaded. */
  target: UploadTarget | null;
  onDraftUsed: () => void;
  /** The person has left while the server was making the map. */
  onLeft?: () => void;
}

/**
 * Gives the draft up when its project is there, and when the person leaves a map that is being made to come online without
 * them: they are told so, and of its end. One that failed leaves the name free to try again. A replacement has no draft to give up.
 */
export function useDraftUse(use: DraftUse): void {
  const { isComplete, target, onDraftUsed } = use;
  const { showBanner } = useBanner();
  const latest = useRef(use);
  const isUsed = isComplete && target?.replacesId === null;
  useEffect(() => {
    latest.current = use;
  });
  useEffect(() => {
    if (isUsed) onDraftUsed();
  }, [isUsed, onDraftUsed]);

  useEffect(
    () => () => {
      const left = latest.current;
      if (!left.isExtracting || !left.target) return;
      left.onLeft?.();
      watchImport(left.target);
      if (left.target.replacesId === null) left.onDraftUsed();
      showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}
