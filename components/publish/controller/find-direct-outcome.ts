import { extractionProgressSchema } from "@/lib/imports/schema";
import type { ConnectionState } from "@/lib/publish/send/connection-state";
import type { UploadTarget } from "@/lib/publish/target";
import { delay } from "@/lib/publish/waiting";
import { browserHost } from "./browser-host";
import type { DirectOutcome } from "./send-direct";

const RETRY_MS = 2_000;
/** Number of answers without an import that prove there is none. After the last byte, the server may still store the file. */
const LOOKS = { unanswered: 5, "cut-off": 1 } as const;

interface LostUpload {
  target: UploadTarget;
  before: string | null;
  accountId: string;
  outcome: { kind: keyof typeof LOOKS; message: string };
  onConnection: (connection: ConnectionState) => void;
}

/** Finds out whether a direct upload with a lost answer has started an import. Polls until the server answers or `signal` aborts. */
export async function findDirectOutcome(lost: LostUpload, signal: AbortSignal): Promise<DirectOutcome> {
  const { target, before, accountId, outcome, onConnection } = lost;
  const isSent = outcome.kind === "unanswered";
  let looks = 0;
  while (!signal.aborted && looks < LOOKS[outcome.kind]) {
    if (isSent) onConnection("unanswered");
    const found = await findLastImport(target, signal);
    if (typeof found === "object" && found.importId !== before) return { kind: "started", safeName: target.safeName };
    if (found === "signed-out") {
      onConnection("signed-out");
      await browserHost.waitForSession(accountId, signal);
      continue;
    }
    // Only an upload that may have arrived waits for an unavailable server.
    if (found !== "unavailable" || !isSent) looks += 1;
    if (looks < LOOKS[outcome.kind]) await delay(RETRY_MS, signal);
  }
  return { kind: "failed", message: outcome.message };
}

type LastImport = { importId: string } | "none" | "signed-out" | "unavailable";

export async function findLastImport(
  { safeName, replacesId }: Pick<UploadTarget, "safeName" | "replacesId">,
  signal: AbortSignal,
): Promise<LastImport> {
  try {
    const response = await fetch(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    if (response.status === 404) return "none";
    if (response.status === 401) return "signed-out";
    const progress = extractionProgressSchema.safeParse(await response.json()).data;
    if (!progress) return "unavailable";
    const isWanted = progress.isOwn && progress.source === "zip" && progress.isReplacement === (replacesId !== null);
    return isWanted ? { importId: progress.importId } : "none";
  } catch {
    return "unavailable";
  }
}
