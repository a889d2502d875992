"use client";

import { useEffect } from "react";

/** A file that misses the place where it should be dropped would be opened by the browser instead of the page. */
export function useDropsNowhereElse(): void {
  useEffect(() => {
    const ended = new AbortController();
    for (const type of ["dragover", "drop"]) document.addEventListener(type, (event) => event.preventDefault(), ended);
    return () => ended.abort();
  }, []);
}
