import { findLastImport, idOf } from "./last-import";
import { waitForSession } from "./session-watch";
import type { TransferFailure } from "./transfer-failure";
import type { UploadLink, UploadTarget } from "./transfer-state";
import { delay } from "./waiting";

/** Between tries, while the network or the server is away. */
const RETRY_MS = 5_000;

/** What one call came to. */
export type CallOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: TransferFailure; message: string };

/** `answer` is null when the server has taken it without our having heard its answer; `left` when the signal ended. */
export type HandOver<Answer> = { kind: "taken"; answer: Answer | null } | { kind: "refused"; message: string } | { kind: "left" };

export interface HandOverInput<Answer> {
  /** Asks the server to make a map of what is all there. */
  call: (signal: AbortSignal) => Promise<CallOutcome<Answer>>;
  target: UploadTarget;
  source: "zip" | "folder";
  accountId: string;
  /** Is told what is waited for. */
  onLink: (link: UploadLink) => void;
}

type Waiting = Pick<HandOverInput<unknown>, "accountId" | "onLink">;

/** Waits for what keeps the server from answering. */
async function waitFor(what: "session" | "server", { accountId, onLink }: Waiting, signal: AbortSignal): Promise<void> {
  if (what === "server") {
    onLink(navigator.onLine ? "unreachable" : "offline");
    return delay(RETRY_MS, signal);
  }
  onLink("signed-out");
  await waitForSession(accountId, signal);
  onLink("sending");
}

/** Asks for the last import until the server tells. @returns its id, null when there is none, or the signal ended */
async function askForLast(input: HandOverInput<unknown>, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const found = await findLastImport(input.target, input.source, signal);
    if (found !== "session" && found !== "away") return idOf(found);
    await waitFor(found === "session" ? "session" : "server", input, signal);
  }
  return null;
}

/**
 * What is to be waited for before an upload is handed over again.
 * @param isUnheard whether the answer to an earlier call was lost
 * @returns null when it is refused; "nothing" when a look at the imports tells more
 */
function obstacleOf(kind: TransferFailure, isUnheard: boolean): "server" | "session" | "nothing" | null {
  if (kind === "network" || kind === "away") return "server";
  if (kind === "session") return "session";
  // Name or uploads are in use: perhaps by the very call whose answer was lost.
  return kind === "busy" && isUnheard ? "nothing" : null;
}

/**
 * Hands an upload over that has every byte on the server, until it is taken or refused: a lost connection or an ended session at
 * this very moment must not cost it. It is taken once: before another call the server is asked whether it has heard the one before.
 */
export async function handOver<Answer>(input: HandOverInput<Answer>, signal: AbortSignal): Promise<HandOver<Answer>> {
  const before = await askForLast(input, signal);
  let isUnheard = false;
  while (!signal.aborted) {
    const outcome = await input.call(signal);
    if (signal.aborted) break;
    if (outcome.kind === "taken") return outcome;
    const obstacle = obstacleOf(outcome.kind, isUnheard);
    if (!obstacle) return { kind: "refused", message: outcome.message };
    if (obstacle !== "nothing") await waitFor(obstacle, input, signal);
    // A name that is in use once more, after a look in vain, is in use by somebody else.
    isUnheard = obstacle === "server" || (isUnheard && obstacle === "session");
    const last = await askForLast(input, signal);
    if (!signal.aborted && last !== before) return { kind: "taken", answer: null };
  }
  return { kind: "left" };
}
