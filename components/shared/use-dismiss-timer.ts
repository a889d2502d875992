"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Calls `onDismiss` after `timeout` ms without pointer or focus on the element. @returns the element's ref */
export function useDismissTimer(timeout: number, onDismiss: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const stop = () => window.clearTimeout(timer);
    const start = () => {
      stop();
      timer = window.setTimeout(onDismiss, timeout);
    };
    for (const type of ["mouseenter", "focusin"]) element.current?.addEventListener(type, stop, ended);
    for (const type of ["mouseleave", "focusout"]) element.current?.addEventListener(type, start, ended);
    start();
    return () => {
      stop();
      ended.abort();
    };
  }, [timeout, onDismiss]);
  return element;
}
