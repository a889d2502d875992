"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Returns false on the server and in the first render in the browser. Both must produce the same markup. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
