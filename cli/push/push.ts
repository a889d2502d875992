import type { PublishHost } from "../../lib/upload-client/host";
import type { PackProgress } from "../../lib/upload-client/plan/plan-store";
import { type ConnectionState, isUnavailable } from "../../lib/upload-client/send/connection-state";
import type { UploadTarget } from "../../lib/upload-client/target";
import { ClientFailure } from "../failure";
import type { Report } from "../report/report";
import type { PushState } from "../state/push-state";
import type { GivenAnswers } from "./answers";

export interface Push {
  host: PublishHost;
  accountId: string;
  target: UploadTarget;
  given: GivenAnswers;
  state: PushState;
  mapsShareOrigin: boolean;
  /** Whether the server has a GDAL of its own. */
  hasGdal: boolean;
  report: Report;
  isDry: boolean;
  isWaiting: boolean;
  patienceMs: number;
  signal: AbortSignal;
}

export interface PushOutcome {
  /** `sent`: the server has received everything and is still publishing. */
  status: "unchanged" | "sent" | "published";
  added: number;
  changed: number;
  removed: number;
  same: number;
  bytes: number;
}

function connectionMessage(link: ConnectionState): string | null {
  if (link === "unavailable") return "The server cannot take the upload right now. Trying again …";
  if (link === "full") return "The server's disk is full. An operator must free space. Trying again …";
  if (isUnavailable(link)) return "The server cannot be reached. Trying again …";
  return link === "signed-out" ? "The session has ended. Signing in again …" : null;
}

/** Events of a running transfer. */
export interface TransferEvents<Result> {
  note(pack: { id: string; size: number }, uploadUrl: string, isDone: boolean, described: Pick<PackProgress, "sent" | "ranges">): void;
  onConnection(link: ConnectionState): void;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Runs a transfer to its end and keeps its progress for a later push.
 * @throws ClientFailure when the server is unavailable for too long; errors of the transfer; the signal's reason
 */
export async function runTransfer<Result>(
  { patienceMs, report, signal, state }: Push,
  open: (events: TransferEvents<Result>) => { start(): void; stop(): Promise<unknown> },
): Promise<Result> {
  const ended = new AbortController();
  const notes: Promise<void>[] = [];
  let patience: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      const giveUp = () => {
        const minutes = Math.max(1, Math.round(patienceMs / 60_000));
        reject(new ClientFailure("unreachable", `The server has been away for ${minutes} min. Run the same command again to go on.`));
      };
      const transfer = open({
        note: ({ id, size }, uploadUrl, isDone, described) =>
          notes.push(state.note({ sessionId: state.id, packId: id, size, uploadUrl, isDone, ...described })),
        onConnection: (link) => {
          if (isUnavailable(link)) patience ??= setTimeout(giveUp, patienceMs);
          else {
            clearTimeout(patience);
            patience = undefined;
          }
          const message = connectionMessage(link);
          if (message) report.log(message);
        },
        resolve,
        reject,
      });
      const stop = () => void transfer.stop().finally(() => reject(signal.reason));
      signal.addEventListener("abort", stop, { signal: ended.signal });
      ended.signal.addEventListener("abort", () => void transfer.stop());
      if (signal.aborted) stop();
      else transfer.start();
    });
  } finally {
    clearTimeout(patience);
    ended.abort();
    await Promise.all(notes);
  }
}
