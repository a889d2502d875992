"use client";

import { RequestError, requestJson } from "./request-json";

const CHANNEL = "sea-vision.session-end";

/** Tells the other tabs that this one has ended a session. */
export function announceSessionEnd(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Loads the sign-in screen anew, so that nothing of the session stays in memory. */
export function goToSignIn(): void {
  window.location.assign("/login");
}

/** The other tab may have ended another session. */
async function leaveIfEnded(): Promise<void> {
  try {
    await requestJson("/api/auth/me");
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) goToSignIn();
  }
}

/** Leaves the page when another tab ends its session, until the returned function is called. */
export function followSessionEnd(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", () => void leaveIfEnded());
  return () => channel.close();
}
