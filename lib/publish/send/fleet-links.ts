import type { UploadLink } from "./upload-link";

/** In the order in which they speak for all: what a person has to do comes first, then whatever moves. */
const order: readonly UploadLink[] = ["signed-out", "paused", "sending", "offline", "unavailable", "unreachable", "still", "connecting"];

/** How several uploads stand together. */
export class FleetLinks {
  private readonly links = new Map<string, UploadLink>();
  private told: UploadLink = "connecting";
  private isPaused = false;

  /** @param onLink is told of each change of the whole */
  constructor(private readonly onLink: (link: UploadLink) => void) {}

  /** How one upload stands. */
  note(id: string, link: UploadLink): void {
    if (this.links.get(id) === link) return;
    this.links.set(id, link);
    this.tell();
  }

  /** An upload is through: it no longer speaks for the others. */
  drop(id: string): void {
    this.links.delete(id);
    this.tell();
  }

  /** All are about to pause: until they go on, nothing of what they say on the way there is told. */
  hold(): void {
    this.isPaused = true;
  }

  /** All have paused. */
  settle(): void {
    this.told = "paused";
    this.onLink("paused");
  }

  /** They are about to go on. */
  release(): void {
    this.isPaused = false;
  }

  private tell(): void {
    if (this.isPaused) return;
    const all = new Set(this.links.values());
    const joined = order.find((link) => all.has(link)) ?? "connecting";
    // From one pack to the next nothing is wrong, and the speed on the screen is not to vanish for a moment.
    if (joined === this.told || (joined === "connecting" && this.told === "sending")) return;
    this.told = joined;
    this.onLink(joined);
  }
}
