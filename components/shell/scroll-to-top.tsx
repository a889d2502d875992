"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/** Every route change scrolls to the top (spec 000 §2); so does a change of a screen's mode, which is a screen of its own to the eye. */
export function ScrollToTop() {
  const screen = `${usePathname()} ${useSearchParams().get("mode")}`;
  const shown = useRef(screen);
  // On the way back browsers scroll by themselves, to where the other screen was left, and later than the effect below.
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    return () => {
      window.history.scrollRestoration = "auto";
    };
  }, []);
  useEffect(() => {
    // The first screen begins at the top; who has scrolled before the page came alive is not pulled back.
    if (shown.current === screen) return;
    shown.current = screen;
    // Newer browsers answer with a promise, which an effect must not return.
    void window.scrollTo({ top: 0, behavior: "instant" });
  }, [screen]);
  return null;
}
