import { browserHost } from "@/components/transfer/browser-host";
import { outcomeOf } from "@/lib/publish/finalize/extraction";
import { readExtraction } from "@/lib/publish/finish/read-extraction";
import { delay } from "@/lib/publish/waiting";
import { onWatchedImports, readWatchedImports, removeWatchedImport, type WatchedImport } from "./watch-import";

/** Who has just left it is reading that it goes on (spec 001 §9: for three seconds). */
const FIRST_POLL_MS = 3_000;
const POLL_MS = 2_000;
/** A server that does not answer, or does not know it any more, is asked ever more rarely. */
const RAREST_POLL_MS = 60_000;

export interface ImportEnd {
  watched: WatchedImport;
  /** What the person reads when it failed; null when the map is online. */
  failure: string | null;
}

async function untilEnd(watched: WatchedImport, signal: AbortSignal): Promise<ImportEnd | null> {
  let wait = POLL_MS;
  await delay(FIRST_POLL_MS, signal);
  while (!signal.aborted) {
    const progress = await readExtraction(browserHost.call, watched.safeName, signal);
    const outcome = progress && outcomeOf(progress);
    if (outcome?.kind === "complete") return { watched, failure: null };
    if (outcome?.kind === "failed") return { watched, failure: outcome.message };
    wait = progress ? POLL_MS : Math.min(RAREST_POLL_MS, wait * 2);
    await delay(wait, signal);
  }
  return null;
}

/**
 * Follows every extraction that was left in this browser to its end, until `signal` ends. Each tab follows all of them by
 * itself: who has two of them open is told in the one they look at.
 */
export function followImports(onEnd: (end: ImportEnd) => void, signal: AbortSignal): void {
  const followed = new Set<string>();
  const follow = async (watched: WatchedImport) => {
    const end = await untilEnd(watched, signal);
    if (!end || signal.aborted) return;
    removeWatchedImport(window.localStorage, watched, Date.now());
    onEnd(end);
  };
  const followNew = () => {
    for (const watched of readWatchedImports(window.localStorage, Date.now())) {
      const key = `${watched.safeName} ${watched.since}`;
      if (followed.has(key)) continue;
      followed.add(key);
      void follow(watched);
    }
  };
  onWatchedImports(followNew, signal);
  followNew();
}
