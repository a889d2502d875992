import { LRUCache } from "lru-cache";
import type { MapRight } from "../../lib/maps/schema";

/** Who loses a project loses its tiles within this time (DESIGN §2), should nobody have been told of it. */
const KEEP_MS = 30_000;

/** What may have ended: every right of an account, every right to a project, or any right at all. */
export type Lost = { account: string } | { project: string } | "any";

interface Confirmed {
  /** When the question was put that was answered with yes, in milliseconds. */
  at: number;
  /** How many losses had been told of by then. */
  losses: number;
}

interface Asking {
  losses: number;
  answer: Promise<boolean>;
}

/** Accounts and projects of which the last loss is remembered by itself. */
const MOST_LOSERS = 10_000;

/**
 * Asks the database whether a right still holds, at most every half minute for each session and project: a map loads
 * hundreds of files at once. Only a yes is kept, and only until somebody says that it may hold no longer. A no would outlive
 * the assignment that mends it, and send the browser around between both origins meanwhile.
 * To be told of a loss costs the same however many rights are kept: one deletion can take them from thousands of people.
 */
export class RightCheck {
  private readonly confirmed = new LRUCache<string, Confirmed>({ max: 50_000 });
  private readonly asking = new Map<string, Asking>();
  private losses = 0;
  /** Number of the last loss that may concern anybody. */
  private lastOfAny = 0;
  /** Number of the last loss of an account or a project. One that is forgotten counts for everybody. */
  private readonly lastOf = new LRUCache<string, number>({
    max: MOST_LOSERS,
    dispose: (loss, _who, reason) => {
      if (reason === "evict") this.lastOfAny = Math.max(this.lastOfAny, loss);
    },
  });

  constructor(
    private readonly holdsRight: (right: MapRight) => Promise<boolean>,
    private readonly now: () => number,
  ) {}

  /** @throws whatever the database throws, when there is no answer young enough */
  holds(right: MapRight): Promise<boolean> {
    const key = `${right.account} ${right.session} ${right.project}`;
    const lastLoss = this.lastLossOf(right);
    const confirmed = this.confirmed.get(key);
    if (confirmed && confirmed.losses >= lastLoss && this.now() - confirmed.at < KEEP_MS) return Promise.resolve(true);
    const asking = this.asking.get(key);
    // What is being asked may have been asked before the change.
    return (asking && asking.losses >= lastLoss ? asking : this.ask(key, right)).answer;
  }

  /** Keeps no yes of before: whoever asks from now on gets the database's answer of now. */
  forget(lost: Lost): void {
    this.losses += 1;
    if (lost === "any") this.lastOfAny = this.losses;
    else this.lastOf.set("account" in lost ? `account ${lost.account}` : `project ${lost.project}`, this.losses);
  }

  private lastLossOf({ account, project }: MapRight): number {
    return Math.max(this.lastOfAny, this.lastOf.get(`account ${account}`) ?? 0, this.lastOf.get(`project ${project}`) ?? 0);
  }

  private ask(key: string, right: MapRight): Asking {
    const confirmed: Confirmed = { at: this.now(), losses: this.losses };
    const asking: Asking = {
      losses: this.losses,
      answer: this.holdsRight(right).then(
        (holds) => {
          if (this.finish(key, asking)) this.keep(key, holds ? confirmed : null);
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

  /** @returns false when somebody has asked anew meanwhile */
  private finish(key: string, asking: Asking): boolean {
    return this.asking.get(key) === asking && this.asking.delete(key);
  }

  private keep(key: string, confirmed: Confirmed | null): void {
    if (confirmed) this.confirmed.set(key, confirmed);
    else this.confirmed.delete(key);
  }
}
