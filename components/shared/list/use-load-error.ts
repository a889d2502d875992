"use client";

import { useEffect } from "react";
import { loadErrorMessage, retryLabel, retryOf } from "../load-error";
import { useBanner } from "../notices/banner-provider";

interface LoadErrorOptions {
  timeout?: number;
  messageOf?: typeof loadErrorMessage;
  isReported?: boolean;
}

/** Shows a banner when a list fails to load. @param fallback message when the server sent none */
export function useLoadError(
  error: unknown,
  fallback: string,
  refresh: () => void,
  { timeout, messageOf = loadErrorMessage, isReported = false }: LoadErrorOptions = {},
) {
  const { showBanner } = useBanner();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new error only
  useEffect(() => {
    if (!error || isReported) return;
    const action = { label: retryLabel(error), run: retryOf(error, refresh) };
    showBanner({ tone: "error", message: messageOf(error, fallback), action, ...(timeout === undefined ? {} : { timeout }) });
  }, [error, showBanner]);
}
