import { waitForSession } from "@/components/publish/controller/browser-host";
import type { UploadLink } from "@/lib/publish/send/upload-link";
import type { UploadTarget } from "@/lib/publish/target";
import { delay } from "@/lib/publish/waiting";
import type { DirectOutcome } from "./direct-answer";
import { findLastImport } from "./last-import";

/** Spec 001 §9, milliseconds: a failed poll is retried. */
const RETRY_MS = 2_000;
/**
 * So often a server may know of no import before it is taken for none: where every byte has left, it may still be putting the last
 * ones away; where the connection was lost before, one look is for the bytes that left without the browser's having told.
 */
const LOOKS = { unanswered: 5, "cut-off": 1 } as const;

interface Unanswered {
  target: UploadTarget;
  /** The last import under its address when it was begun. */
  before: string | null;
  accountId: string;
  outcome: { kind: keyof typeof LOOKS; message: string };
  onLink: (link: UploadLink) => void;
}

/**
 * Finds out what a direct upload came to whose answer was lost after its last byte: the server may have everything, and who read
 * that it failed would send it all again, only to hear that the name is taken. Asks until the server says, or `signal` ends.
 */
export async function findOutcome({ target, before, accountId, outcome, onLink }: Unanswered, signal: AbortSignal): Promise<DirectOutcome> {
  const isSent = outcome.kind === "unanswered";
  let looks = 0;
  while (!signal.aborted && looks < LOOKS[outcome.kind]) {
    if (isSent) onLink("unanswered");
    const found = await findLastImport(target, signal);
    if (typeof found === "object" && found.importId !== before) return { kind: "started", safeName: target.safeName };
    if (found === "session") {
      onLink("signed-out");
      await waitForSession(accountId, signal);
      continue;
    }
    // Who may have sent everything waits for a server that is away; who has not need not.
    if (found !== "away" || !isSent) looks += 1;
    if (looks < LOOKS[outcome.kind]) await delay(RETRY_MS, signal);
  }
  return { kind: "failed", message: outcome.message };
}
