"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Takes the focus when a change of `state` removes the focused button. @returns the ref of an element with `tabIndex={-1}` */
export function useKeptFocus(state: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the state changes
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst.current && isLost) element.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [state]);
  return element;
}
