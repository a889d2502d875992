import { outcomeOf, readExtraction } from "@/lib/publish/finalize/extraction";
import { delay } from "@/lib/publish/waiting";
import { browserHost } from "../controller/browser-host";
import { onWatchedImports, readWatchedImports, removeWatchedImport, type WatchedImport } from "./watch-import";

/** Milliseconds. The user is still reading that the import continues. */
const FIRST_POLL_MS = 3_000;
const POLL_MS = 2_000;
const RAREST_POLL_MS = 60_000;

export interface ImportEnd {
  watched: WatchedImport;
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

/** Polls every extraction of this browser until `signal` aborts. Runs in each tab. */
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
