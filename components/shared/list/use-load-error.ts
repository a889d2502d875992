"use client";

import { useEffect } from "react";
import { useBanner } from "../banner-provider";
import { loadErrorMessage, retryLabel, retryOf } from "../load-error";

interface LoadErrorOptions {
  /** Milliseconds until the banner vanishes; the banner's own unless given. */
  timeout?: number;
  /** Makes the message of the error and `otherwise`. */
  messageOf?: typeof loadErrorMessage;
  /** The place of the rows says it already, and stays. */
  isSaid?: boolean;
}

/**
 * Shows a banner when a list fails to load.
 * @param otherwise what is said of an error that does not speak for itself
 * @returns what a Retry button does
 */
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
