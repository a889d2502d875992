"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useHydrated } from "./time/use-hydrated";

declare global {
  interface Window {
    /** What EarlyPressScript held back last. */
    earlyPress?: Element | null;
  }
}

/**
 * Makes up for a press of an element that came before the page was alive.
 * @param kind of event
 * @returns props of the element
 */
export function useEarlyPress<Pressed extends HTMLElement>(kind: "click" | "submit", onPress: (pressed: Pressed) => void) {
  const ref = useRef<Pressed>(null);
  const isHydrated = useHydrated();
  const press = useEffectEvent(onPress);
  useEffect(() => {
    // Only now that the element waits no longer: a form that is submitted here would be held back again.
    if (!isHydrated || !ref.current || window.earlyPress !== ref.current) return;
    window.earlyPress = null;
    press(ref.current);
  }, [isHydrated]);
  return { ref, "data-early": isHydrated ? undefined : kind };
}
