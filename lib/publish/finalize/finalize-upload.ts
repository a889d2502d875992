import type { PublishHost } from "../host";
import type { ConnectionState } from "../send/connection-state";
import type { TransferFailure } from "../send/transfer-failure";
import { delay } from "../waiting";

const RETRY_MS = 5_000;

export type CallOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: TransferFailure; message: string };

export type FinalizeOutcome<Answer> = { kind: "taken"; answer: Answer } | { kind: "refused"; message: string } | { kind: "left" };

export interface FinalizeInput<Answer> {
  /** Needs an Idempotency-Key, because lost answers repeat it. */
  call: (signal: AbortSignal) => Promise<CallOutcome<Answer>>;
  accountId: string;
  host: Pick<PublishHost, "isOnline" | "waitForSession">;
  onConnection: (link: ConnectionState) => void;
}

/** Repeats the call over lost connections and ended sessions until the server accepts or rejects it. */
export async function finalizeUpload<Answer>(input: FinalizeInput<Answer>, signal: AbortSignal): Promise<FinalizeOutcome<Answer>> {
  const { call, accountId, host, onConnection } = input;
  while (!signal.aborted) {
    const outcome = await call(signal);
    if (signal.aborted) break;
    if (outcome.kind === "taken") return outcome;
    if (outcome.kind === "network" || outcome.kind === "away") {
      onConnection(host.isOnline() ? "unreachable" : "offline");
      await delay(RETRY_MS, signal);
    } else if (outcome.kind === "session") {
      onConnection("signed-out");
      await host.waitForSession(accountId, signal);
      onConnection("sending");
    } else return { kind: "refused", message: outcome.message };
  }
  return { kind: "left" };
}
