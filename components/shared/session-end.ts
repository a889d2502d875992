"use client";

import { RequestError, requestJson } from "./request-json";

/** Between the tabs of one browser, which share a session. */
const CHANNEL = "sea-vision.session-end";

/** Tells the other tabs that this one has ended a session. */
export function announceSessionEnd(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Leaves for the sign-in screen by a whole load, so that nothing the last person saw stays in the page's memory. */
export function goToSignIn(): void {
  window.location.assign("/login");
}

/** Another tab may have ended another session than this page's: only the server knows. */
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
