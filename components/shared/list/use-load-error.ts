"use client";

import { useEffect } from "react";
import { loadErrorMessage, retryLabel, retryOf } from "../load-error";
import { useBanner } from "../notices/banner-provider";

interface LoadErrorOptions {
  timeout?: number;
  messageOf?: typeof loadErrorMessage;
  isReported?: boolean;
}

/** Shows a banner when a list fails to load. @param fallback message when the server sent none @returns the action of Retry */
export function useLoadError(
  error: unknown,
  fallback: string,
  refresh: () => void,
  { timeout, messageOf = loadErrorMessage, isReported = false }: LoadErrorOptions = {},
): () => void {
  const { showBanner } = useBanner();
  const retry = retryOf(error, refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new error only
  useEffect(() => {
    if (!error || isReported) return;
    const action = { label: retryLabel(error), run: retry };
    showBanner({ tone: "error", message: messageOf(error, fallback), action, ...(timeout === undefined ? {} : { timeout }) });
  }, [error, showBanner]);
  return retry;
}
