"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Calls `onDismiss` after `timeout` ms without pointer and focus on the element. @returns the element's ref */
export function useDismissTimer(timeout: number, onDismiss: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const start = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!element.current?.matches(":hover, :focus-within")) onDismiss();
      }, timeout);
    };
    for (const type of ["mouseleave", "focusout"]) element.current?.addEventListener(type, start, ended);
    start();
    return () => {
      window.clearTimeout(timer);
      ended.abort();
    };
  }, [timeout, onDismiss]);
  return element;
}
