import { LRUCache } from "lru-cache";
import type { MapRight } from "../../lib/maps/schema";

/** Who loses a project loses its tiles within this time (DESIGN §2). */
const KEEP_MS = 30_000;

/**
 * Asks the database whether a right still holds, at most every half minute for each session and project: a map loads
 * hundreds of files at once. Only a yes is kept. A no would outlive the assignment that mends it, and send the browser
 * around between both origins meanwhile.
 */
export class RightCheck {
  /** When the question was put that was answered with yes, in milliseconds. */
  private readonly confirmed = new LRUCache<string, number>({ max: 50_000 });
  private readonly asking = new Map<string, Promise<boolean>>();

  constructor(
    private readonly holdsRight: (right: MapRight) => Promise<boolean>,
    private readonly now: () => number,
  ) {}

  /** @throws whatever the database throws, when there is no answer young enough */
  holds(right: MapRight): Promise<boolean> {
    const key = `${right.account} ${right.session} ${right.project}`;
    const confirmedAt = this.confirmed.get(key);
    if (confirmedAt !== undefined && this.now() - confirmedAt < KEEP_MS) return Promise.resolve(true);
    let answer = this.asking.get(key);
    if (!answer) {
      answer = this.ask(key, right).finally(() => this.asking.delete(key));
      this.asking.set(key, answer);
    }
    return answer;
  }

  private async ask(key: string, right: MapRight): Promise<boolean> {
    const askedAt = this.now();
    const holds = await this.holdsRight(right);
    if (holds) this.confirmed.set(key, askedAt);
    else this.confirmed.delete(key);
    return holds;
  }
}
