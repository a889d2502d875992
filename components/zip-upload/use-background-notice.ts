"use client";

import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";

/** Tells whoever leaves during an extraction that it does not end with the screen. */
export function useBackgroundNotice(isExtracting: boolean): void {
  const { showBanner } = useBanner();
  const current = useRef(isExtracting);
  useEffect(() => {
    current.current = isExtracting;
  }, [isExtracting]);
  useEffect(
    () => () => {
      if (current.current) showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}
