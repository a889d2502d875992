import type { PublishHost } from "../host";
import type { TransferFailure } from "../send/transfer-failure";
import type { UploadLink } from "../send/upload-link";
import { delay } from "../waiting";

/** Between tries, while the network or the server is away. */
const RETRY_MS = 5_000;

/** What one call came to. */
export type CallOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: TransferFailure; message: string };

/** `left` when the signal ended. */
export type HandOver<Answer> = { kind: "taken"; answer: Answer } | { kind: "refused"; message: string } | { kind: "left" };

export interface HandOverInput<Answer> {
  /**
   * Asks the server to make a map of what is all there. It is called again when its answer was lost, so it has to say by an
   * Idempotency-Key that it is the same call as before.
   */
  call: (signal: AbortSignal) => Promise<CallOutcome<Answer>>;
  accountId: string;
  host: Pick<PublishHost, "isOnline" | "waitForSession">;
  /** Is told what is waited for. */
  onLink: (link: UploadLink) => void;
}

/**
 * Hands an upload over that has every byte on the server, until it is taken or refused: a lost connection or an ended session at
 * this very moment must not cost it.
 */
export async function handOver<Answer>(input: HandOverInput<Answer>, signal: AbortSignal): Promise<HandOver<Answer>> {
  const { call, accountId, host, onLink } = input;
  while (!signal.aborted) {
    const outcome = await call(signal);
    if (signal.aborted) break;
    if (outcome.kind === "taken") return outcome;
    if (outcome.kind === "network" || outcome.kind === "away") {
      onLink(host.isOnline() ? "unreachable" : "offline");
      await delay(RETRY_MS, signal);
    } else if (outcome.kind === "session") {
      onLink("signed-out");
      await host.waitForSession(accountId, signal);
      onLink("sending");
    } else return { kind: "refused", message: outcome.message };
  }
  return { kind: "left" };
}
