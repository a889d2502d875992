"use client";

import { useEffect, useRef, useState } from "react";
import type { PreviewSource } from "./preview-source";
import { type ReadText, readText } from "./read-text";

export type PreviewText = { kind: "loading" } | ({ kind: "ready" } & ReadText) | { kind: "failed"; error: unknown };

/** The text of a file; of another file when the address is another. */
export function usePreviewText(source: PreviewSource): { state: PreviewText; retry: () => void } {
  const [state, setState] = useState<PreviewText>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(source);
  latest.current = source;
  const { url } = source;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the file, and `attempt` is an occasion
  useEffect(() => {
    const ended = new AbortController();
    setState({ kind: "loading" });
    readText(latest.current, ended.signal).then(
      (read) => {
        if (!ended.signal.aborted) setState({ kind: "ready", ...read });
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ kind: "failed", error });
      },
    );
    return () => ended.abort();
  }, [url, attempt]);

  return { state, retry: () => setAttempt((before) => before + 1) };
}
