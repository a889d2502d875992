import type { ConnectionState } from "./connection-state";

/** By precedence: first what needs the user, then what moves. */
const order: readonly ConnectionState[] = [
  "signed-out",
  "paused",
  "sending",
  "offline",
  "unavailable",
  "unreachable",
  "still",
  "connecting",
];

/** The common state of several uploads. */
export class JoinedConnection {
  private readonly links = new Map<string, ConnectionState>();
  private told: ConnectionState = "connecting";
  private isPaused = false;

  constructor(private readonly onConnection: (link: ConnectionState) => void) {}

  note(id: string, link: ConnectionState): void {
    if (this.links.get(id) === link) return;
    this.links.set(id, link);
    this.tell();
  }

  drop(id: string): void {
    this.links.delete(id);
    this.tell();
  }

  hold(): void {
    this.isPaused = true;
  }

  settle(): void {
    this.told = "paused";
    this.onConnection("paused");
  }

  release(): void {
    this.isPaused = false;
  }

  private tell(): void {
    if (this.isPaused) return;
    const all = new Set(this.links.values());
    const joined = order.find((link) => all.has(link)) ?? "connecting";
    // Between two packs, the speed on the screen must not disappear.
    if (joined === this.told || (joined === "connecting" && this.told === "sending")) return;
    this.told = joined;
    this.onConnection(joined);
  }
}
