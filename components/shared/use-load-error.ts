"use client";

import { useEffect } from "react";
import { useBanner } from "./banner-provider";
import { isSignedOut, loadErrorMessage, retryLabel } from "./load-error";

/**
 * Shows a banner when a list fails to load, also when older rows are still there to be looked at.
 * @param otherwise what is said of an error that does not speak for itself
 * @param timeout milliseconds until the banner vanishes; the banner's own unless given
 * @param messageOf makes the message of the error and `otherwise`
 * @returns what a Retry button does
 */
export function useLoadError(
  error: unknown,
  otherwise: string,
  refresh: () => void,
  timeout?: number,
  messageOf = loadErrorMessage,
): () => void {
  const { showBanner } = useBanner();
  // Loaded anew without a session, the page leads to the sign-in screen and back here.
  const retry = isSignedOut(error) ? () => window.location.reload() : refresh;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is the occasion
  useEffect(() => {
    if (!error) return;
    const action = { label: retryLabel(error), run: retry };
    showBanner({ tone: "error", message: messageOf(error, otherwise), action, ...(timeout === undefined ? {} : { timeout }) });
  }, [error, showBanner]);
  return retry;
}
