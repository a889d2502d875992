"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useSyncExternalStore } from "react";

export type AddressChanges = Readonly<Record<string, string | null>>;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/**
 * Keeps screen state in the query of the URL. Changing it sends no request. It reads the query from the browser, because
 * `useSearchParams` misses changes while Next loads the page of a Back navigation.
 */
export function useAddress() {
  const path = usePathname();
  const routed = useSearchParams().toString();
  // During a navigation the browser may already show the URL of another page.
  const readQuery = () => (window.location.pathname === path ? new URLSearchParams(window.location.search).toString() : routed);
  const query = useSyncExternalStore(subscribe, readQuery, () => routed);
  const parameters = useMemo(() => new URLSearchParams(query), [query]);

  const changeAddress = useCallback(
    (changes: AddressChanges, how: "push" | "replace", state: Readonly<Record<string, unknown>> = {}) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      // A double click makes one history entry.
      if (how === "push" && `?${query}` === window.location.search) return;
      const address = query ? `${path}?${query}` : path;
      if (how === "push") window.history.pushState({ ...state }, "", address);
      else window.history.replaceState({ ...state }, "", address);
      for (const listener of listeners) listener();
    },
    [path],
  );

  return { parameters, changeAddress };
}
