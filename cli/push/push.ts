import type { PublishHost } from "../../lib/publish/host";
import { isAway, type UploadLink } from "../../lib/publish/send/upload-link";
import type { UploadTarget } from "../../lib/publish/target";
import { ClientFailure } from "../failure";
import type { Report } from "../report/report";
import type { PushState } from "../state/push-state";

/** A push that is under way. */
export interface Push {
  host: PublishHost;
  accountId: string;
  target: UploadTarget;
  state: PushState;
  report: Report;
  /** Only says what would be done. */
  isDry: boolean;
  /** Waits until everything is verified. */
  isWaiting: boolean;
  /** How long the server may be away, in milliseconds. */
  patienceMs: number;
  signal: AbortSignal;
}

/** What came of it, as scripts read it. */
export interface PushOutcome {
  /** `sent`: the server has taken everything and is still at work. */
  status: "unchanged" | "sent" | "published";
  added: number;
  changed: number;
  removed: number;
  /** Files that are on the server as they are. */
  same: number;
  /** Bytes of the files that travelled, or would. */
  bytes: number;
}

/** Ends a transfer that has been without a server for too long: the core waits for ever, as a page may. */
export class PatienceWatch {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly patienceMs: number,
    private readonly onEnd: (failure: ClientFailure) => void,
  ) {}

  note(link: UploadLink): void {
    if (!isAway(link)) this.rest();
    else
      this.timer ??= setTimeout(() => {
        const minutes = Math.max(1, Math.round(this.patienceMs / 60_000));
        this.onEnd(new ClientFailure("unreachable", `The server has been away for ${minutes} min. Run the same command again to go on.`));
      }, this.patienceMs);
  }

  rest(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** What the person is told of how the transfer stands; null for nothing. */
export function linkWords(link: UploadLink): string | null {
  if (link === "unavailable") return "The server cannot take the upload right now. Trying again …";
  if (isAway(link)) return "The server cannot be reached. Trying again …";
  return link === "signed-out" ? "The session has ended. Signing in again …" : null;
}
