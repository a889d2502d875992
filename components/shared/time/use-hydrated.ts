"use client";

import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** False on the server and in the first render in the browser, which must give the same markup. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
