"use client";

import { useEffect } from "react";
import { useBanner } from "../banner-provider";
import { loadErrorMessage, retryLabel, retryOf } from "../load-error";

interface LoadErrorOptions {
  timeout?: number;
  messageOf?: typeof loadErrorMessage;
  isSaid?: boolean;
}

/** Shows a banner when a list fails to load. @param otherwise message when the server gave none @returns the action of Retry */
export function useLoadError(
  error: unknown,
  otherwise: string,
  refresh: () => void,
  { timeout, messageOf = loadErrorMessage, isSaid = false }: LoadErrorOptions = {},
): () => void {
  const { showBanner } = useBanner();
  const retry = retryOf(error, refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is the occasion
  useEffect(() => {
    if (!error || isSaid) return;
    const action = { label: retryLabel(error), run: retry };
    showBanner({ tone: "error", message: messageOf(error, otherwise), action, ...(timeout === undefined ? {} : { timeout }) });
  }, [error, showBanner]);
  return retry;
}
