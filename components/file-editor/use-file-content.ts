"use client";

import { useCallback, useEffect, useState } from "react";
import { RequestError } from "@/components/shared/request-json";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { type LoadedContent, loadContent } from "./file-content-calls";

export type ContentState =
  | { kind: "loading" }
  /** `edition` counts the texts that were put into the editor. */
  | { kind: "ready"; file: LoadedContent; edition: number }
  | { kind: "too-large" }
  | { kind: "binary" }
  | { kind: "failed"; error: unknown };

function stateOf(error: unknown): ContentState {
  if (error instanceof RequestError && error.status === 413) return { kind: "too-large" };
  if (error instanceof RequestError && error.status === 415) return { kind: "binary" };
  return { kind: "failed", error };
}

/** The text of a file, asked for once: what others save meanwhile must not change it under somebody's hands. */
export function useFileContent(project: string, { path, size }: Pick<FileItem, "path" | "size">) {
  const isTooLarge = size > EDITABLE_BYTES;
  const [state, setState] = useState<ContentState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the occasion
  useEffect(() => {
    // What the list knows already need not travel.
    if (isTooLarge) return setState({ kind: "too-large" });
    const ended = new AbortController();
    setState({ kind: "loading" });
    loadContent(project, path, ended.signal).then(
      (file) => setState({ kind: "ready", file, edition: 0 }),
      (error: unknown) => {
        if (!ended.signal.aborted) setState(stateOf(error));
      },
    );
    return () => ended.abort();
  }, [project, path, isTooLarge, attempt]);

  const take = useCallback(
    (file: LoadedContent) => setState((before) => ({ kind: "ready", file, edition: before.kind === "ready" ? before.edition + 1 : 0 })),
    [],
  );
  return {
    state,
    /** Puts another text in its place. */
    take,
    retry: () => setAttempt((before) => before + 1),
  };
}
