import { z } from "zod";
import { delay } from "@/lib/publish/waiting";

/** How often a page that waits for a new sign-in looks for it by itself; coming back to the page looks at once. */
const LOOK_MS = 5_000;

const meSchema = z.object({ user: z.object({ _id: z.string() }) });

/** @returns the account that is signed in, null when nobody is, undefined when that cannot be told now */
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

/** False only when the server says so. */
export async function isSessionAlive(): Promise<boolean> {
  return (await signedInAccount()) !== null;
}

/** Resolves as soon as this very account is signed in again, in whichever tab, or when `signal` ends. */
export async function waitForSession(accountId: string, signal: AbortSignal): Promise<void> {
  // Looks late rather than at once: a server that says 401 here and 200 there must not make it spin.
  do await nextLook(signal);
  while (!signal.aborted && (await signedInAccount(signal)) !== accountId);
}

function nextLook(signal: AbortSignal): Promise<void> {
  const look = new AbortController();
  const done = () => look.abort();
  signal.addEventListener("abort", done, { signal: look.signal });
  window.addEventListener("focus", done, { signal: look.signal });
  document.addEventListener("visibilitychange", done, { signal: look.signal });
  return delay(LOOK_MS, look.signal).finally(done);
}
