"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Takes the focus in when a change of `state` removed the button that had it; anywhere else it is left where it is.
 * @returns the ref of the element, which needs `tabIndex={-1}`
 */
export function useKeptFocus(state: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of state is the occasion
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst.current && isLost) element.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [state]);
  return element;
}
