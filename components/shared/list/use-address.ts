"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useSyncExternalStore } from "react";

type AddressChanges = Readonly<Record<string, string | null>>;

/** State of history entries that opening a dialog made, so that closing it can go back. */
export const openedHere = { seaVisionOpened: true } as const;

export const isOpenedHere = () => Boolean((window.history.state as Record<string, unknown> | null)?.["seaVisionOpened"]);

/** True until the browser has gone back. A second step before that would leave the list. */
let isGoingBack = false;

export function goBack(steps = 1): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  // The map in a frame may have added entries. `history.go` would go back in the frame only, and the dialog would stay.
  const navigation = "navigation" in window ? window.navigation : null;
  const target = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - steps];
  if (navigation && target) navigation.traverseTo(target.key).finished?.catch(() => (isGoingBack = false));
  else window.history.go(-steps);
}

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
