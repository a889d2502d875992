"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Below it rows of tables are cards. */
export const NARROW = "(width < 48rem)";

/** Below it a toolbar has no room for more than the most needed. */
export const MEDIUM = "(width < 64rem)";

/** Whether a media query holds; false on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
