import { z } from "zod";
import type { PublishHost } from "@/lib/upload-client/host";
import { delay } from "@/lib/upload-client/waiting";

/** Milliseconds between checks, in addition to those on focus and visibility. */
const LOOK_MS = 5_000;

const meSchema = z.object({ user: z.object({ _id: z.string() }) });

/** @returns null when signed out, undefined when unknown */
async function signedInAccount(signal?: AbortSignal): Promise<string | null | undefined> {
  try {
    const response = await fetch("/api/auth/me", { cache: "no-store", signal: signal ?? null });
    if (response.status === 401) return null;
    if (!response.ok) return undefined;
    return meSchema.safeParse(await response.json()).data?.user._id;
  } catch {
    return undefined;
  }
}

/** Resolves when this account is signed in again, in any tab, or when `signal` ends. */
async function waitForSession(accountId: string, signal: AbortSignal): Promise<void> {
  // Waits first: inconsistent 401 and 200 answers must not cause a busy loop.
  do await nextLook(signal);
  while (!signal.aborted && (await signedInAccount(signal)) !== accountId);
}

export async function isSessionAlive(): Promise<boolean> {
  return (await signedInAccount()) !== null;
}

function nextLook(signal: AbortSignal): Promise<void> {
  const look = new AbortController();
  const done = () => look.abort();
  signal.addEventListener("abort", done, { signal: look.signal });
  window.addEventListener("focus", done, { signal: look.signal });
  document.addEventListener("visibilitychange", done, { signal: look.signal });
  return delay(LOOK_MS, look.signal).finally(done);
}

export const browserHost: PublishHost = {
  // Pages also render on the server.
  get origin() {
    return self.location.origin;
  },
  call: (path, init) => fetch(new URL(path, self.location.origin), init),
  isOnline: () => navigator.onLine,
  watchNetwork: ({ onOnline, onOffline }, signal) => {
    window.addEventListener("online", onOnline, { signal });
    window.addEventListener("offline", onOffline, { signal });
  },
  waitForSession,
  signUpload: () => undefined,
};
