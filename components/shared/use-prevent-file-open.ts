"use client";

import { useEffect } from "react";

/** Prevents the browser from opening a file that the user drops outside of a drop area. */
export function usePreventFileOpen(): void {
  useEffect(() => {
    const ended = new AbortController();
    for (const type of ["dragover", "drop"]) document.addEventListener(type, (event) => event.preventDefault(), ended);
    return () => ended.abort();
  }, []);
}
