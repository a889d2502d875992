/**
 * `answering`: every byte was sent. `still`: no byte has moved for some seconds. `unreachable`: the server doesn't answer.
 * `unavailable`: the server answers that it can't continue now. `full`: its disk is full. `unanswered`: the client checks whether everything arrived.
 */
export type ConnectionState =
  | "connecting"
  | "sending"
  | "answering"
  | "still"
  | "paused"
  | "offline"
  | "unreachable"
  | "unavailable"
  | "full"
  | "signed-out"
  | "unanswered";

/** True while the transfer waits for the network or the server. */
export function isUnavailable(link: ConnectionState): boolean {
  return link === "offline" || link === "unreachable" || link === "unavailable" || link === "full";
}

/** By precedence: first states that need the user, then active ones. */
const order: readonly ConnectionState[] = [
  "signed-out",
  "paused",
  "sending",
  "offline",
  "full",
  "unavailable",
  "unreachable",
  "still",
  "connecting",
];

/** The common state of several uploads. */
export class JoinedConnection {
  private readonly links = new Map<string, ConnectionState>();
  private reported: ConnectionState = "connecting";
  private isPaused = false;

  constructor(private readonly onConnection: (link: ConnectionState) => void) {}

  note(id: string, link: ConnectionState): void {
    if (this.links.get(id) === link) return;
    this.links.set(id, link);
    this.report();
  }

  drop(id: string): void {
    this.links.delete(id);
    this.report();
  }

  hold(): void {
    this.isPaused = true;
  }

  settle(): void {
    this.reported = "paused";
    this.onConnection("paused");
  }

  release(): void {
    this.isPaused = false;
  }

  private report(): void {
    if (this.isPaused) return;
    const all = new Set(this.links.values());
    const joined = order.find((link) => all.has(link)) ?? "connecting";
    // Between two packs, the speed on the screen must not disappear.
    if (joined === this.reported || (joined === "connecting" && this.reported === "sending")) return;
    this.reported = joined;
    this.onConnection(joined);
  }
}
