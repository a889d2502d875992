"use client";

import { isSignedOut, requestJson } from "./request-json";

const CHANNEL = "sea-vision.session-end";

/** Notifies the other tabs that this tab has ended a session. */
export function announceSessionEnd(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Opens the sign-in screen with a page load, so that no session data stays in memory. */
export function goToSignIn(): void {
  window.location.assign("/login");
}

/** Checks the session first, because the other tab may have ended another one. */
async function leaveIfEnded(): Promise<void> {
  try {
    await requestJson("/api/auth/me");
  } catch (error) {
    if (isSignedOut(error)) goToSignIn();
  }
}

/** Leaves the page when another tab ends this session. @returns a function that stops this */
export function followSessionEnd(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => void leaveIfEnded());
  return () => channel.close();
}
