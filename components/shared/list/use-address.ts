"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** Parameters to set; null takes one away. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/**
 * The query of the address as state of the screen: it can be shared, reloaded and gone back from,
 * and changing it asks the server for nothing.
 */
export function useAddress() {
  const path = usePathname();
  const parameters = useSearchParams();

  const changeAddress = useCallback(
    (changes: AddressChanges, how: "push" | "replace", state: Readonly<Record<string, unknown>> = {}) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      const address = query ? `${path}?${query}` : path;
      // Next's router follows both calls, and writes into the state it is given.
      if (how === "push") window.history.pushState({ ...state }, "", address);
      else window.history.replaceState({ ...state }, "", address);
    },
    [path],
  );

  return { parameters, changeAddress };
}
