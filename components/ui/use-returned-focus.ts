"use client";

import { useRef } from "react";

/** Where the focus goes when what held it is gone with the row it stood in: the dialog that the row was in, or else the page. */
function fallback(): Element | null {
  return [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1) ?? document.getElementById("content");
}

/**
 * Handlers for the content of a dialog that hand the focus back to what opened it. Radix does so for a trigger of its own
 * only; most of our dialogs are opened by state and have none.
 */
export function useReturnedFocus() {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      // Without a focus (the dialog stands in the address, say) there is none to hand back.
      opener.current = document.activeElement === document.body ? null : document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      // What opened it is gone with a dialog that closed as well, and has handed the focus back already.
      const isPlaced = document.activeElement !== null && document.activeElement !== document.body;
      if (isPlaced && !opener.current?.isConnected) return;
      const target = opener.current?.isConnected ? opener.current : fallback();
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
