import { LRUCache } from "lru-cache";
import type { MapRight } from "../../lib/maps/schema";

/** Who loses a project loses its tiles within this time (DESIGN §2), should nobody have been told of it. */
const KEEP_MS = 30_000;

/** What may have ended: every right of an account, every right to a project, or any right at all. */
export type Lost = { account: string } | { project: string } | "any";

interface Confirmed {
  right: MapRight;
  /** When the question was put that was answered with yes, in milliseconds. */
  at: number;
}

interface Asking {
  right: MapRight;
  answer: Promise<boolean>;
}

function concerns({ account, project }: MapRight, lost: Lost): boolean {
  if (lost === "any") return true;
  return "account" in lost ? lost.account === account : lost.project === project;
}

/**
 * Asks the database whether a right still holds, at most every half minute for each session and project: a map loads
 * hundreds of files at once. Only a yes is kept, and only until somebody says that it may hold no longer. A no would outlive
 * the assignment that mends it, and send the browser around between both origins meanwhile.
 */
export class RightCheck {
  private readonly confirmed = new LRUCache<string, Confirmed>({ max: 50_000 });
  private readonly asking = new Map<string, Asking>();

  constructor(
    private readonly holdsRight: (right: MapRight) => Promise<boolean>,
    private readonly now: () => number,
  ) {}

  /** @throws whatever the database throws, when there is no answer young enough */
  holds(right: MapRight): Promise<boolean> {
    const key = `${right.account} ${right.session} ${right.project}`;
    const confirmed = this.confirmed.get(key);
    if (confirmed && this.now() - confirmed.at < KEEP_MS) return Promise.resolve(true);
    return (this.asking.get(key) ?? this.ask(key, right)).answer;
  }

  /** Keeps no yes of before: whoever asks from now on gets the database's answer of now. */
  forget(lost: Lost): void {
    for (const [key, { right }] of this.confirmed) if (concerns(right, lost)) this.confirmed.delete(key);
    // What is being asked may have been asked before the change.
    for (const [key, { right }] of this.asking) if (concerns(right, lost)) this.asking.delete(key);
  }

  private ask(key: string, right: MapRight): Asking {
    const at = this.now();
    const asking: Asking = {
      right,
      answer: this.holdsRight(right).then(
        (holds) => {
          if (this.finish(key, asking)) this.keep(key, holds ? { right, at } : null);
          return holds;
        },
        (error: unknown) => {
          this.finish(key, asking);
          throw error;
        },
      ),
    };
    this.asking.set(key, asking);
    return asking;
  }

  /** @returns false when it was forgotten while it was under way */
  private finish(key: string, asking: Asking): boolean {
    return this.asking.get(key) === asking && this.asking.delete(key);
  }

  private keep(key: string, confirmed: Confirmed | null): void {
    if (confirmed) this.confirmed.set(key, confirmed);
    else this.confirmed.delete(key);
  }
}
