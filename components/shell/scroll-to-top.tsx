"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/** Every route change scrolls to the top (spec 000 §2); so does a change of a screen's mode, which is a screen of its own to the eye. */
export function ScrollToTop() {
  const path = usePathname();
  const mode = useSearchParams().get("mode");
  // biome-ignore lint/correctness/useExhaustiveDependencies: path and mode are the occasion, their values are not used
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    void window.scrollTo({ top: 0, behavior: "instant" });
  }, [path, mode]);
  return null;
}
