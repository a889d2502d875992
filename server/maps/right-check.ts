import { LRUCache } from "lru-cache";
import { type Listening, listen } from "../../lib/jobs/notifications";
import type { MapGrant, MapRight } from "../../lib/maps/schema";

/** Longest use of a lost right when its notification is lost. */
const KEEP_MS = 30_000;

export type Lost = { account: string } | { link: string } | { project: string } | "any";

interface Confirmed {
  grant: MapGrant;
  /** Time of the query, in milliseconds. */
  at: number;
  losses: number;
}

interface Asking {
  losses: number;
  answer: Promise<MapGrant | null>;
}

const MOST_LOSERS = 10_000;

function keyOf(right: MapRight): string {
  const holder = "account" in right ? `${right.account} ${right.session}` : holderOf(right);
  return `${holder} ${right.project} ${right.scope}`;
}

/** Returns the key of the losses of the holder of a right. A guest's are those of the project. */
function holderOf(holder: { account: string } | { link: string } | { guest: string }): string {
  if ("guest" in holder) return `guest ${holder.guest}`;
  return "link" in holder ? `link ${holder.link}` : `account ${holder.account}`;
}

/** Caches confirmed rights, because a map loads hundreds of files at once. A cached refusal would outlive a new assignment. */
export class RightCheck {
  private readonly confirmed = new LRUCache<string, Confirmed>({ max: 50_000 });
  private readonly asking = new Map<string, Asking>();
  private losses = 0;
  private lastOfAny = 0;
  /** Number of the last loss of an account, a link or a project. An evicted one counts for all rights. */
  private readonly lastOf = new LRUCache<string, number>({
    max: MOST_LOSERS,
    dispose: (loss, _who, reason) => {
      if (reason === "evict") this.lastOfAny = Math.max(this.lastOfAny, loss);
    },
  });

  constructor(
    private readonly findGrant: (right: MapRight) => Promise<MapGrant | null>,
    private readonly now: () => number,
  ) {}

  /** Returns what a right grants, or null when it is lost. */
  find(right: MapRight): Promise<MapGrant | null> {
    const grant = this.peek(right);
    if (grant) return Promise.resolve(grant);
    const asking = this.asking.get(keyOf(right));
    // The running query may be older than the loss.
    return (asking && asking.losses >= this.lastLossOf(right) ? asking : this.ask(keyOf(right), right)).answer;
  }

  /** Returns what a right grants, or undefined when the database must be queried. */
  peek(right: MapRight): MapGrant | undefined {
    const confirmed = this.confirmed.get(keyOf(right));
    const isCurrent = confirmed && confirmed.losses >= this.lastLossOf(right) && this.now() - confirmed.at < KEEP_MS;
    return isCurrent ? confirmed.grant : undefined;
  }

  forget(lost: Lost): void {
    this.losses += 1;
    if (lost === "any") this.lastOfAny = this.losses;
    else this.lastOf.set("project" in lost ? `project ${lost.project}` : holderOf(lost), this.losses);
  }

  private lastLossOf(right: MapRight): number {
    return Math.max(this.lastOfAny, this.lastOf.get(holderOf(right)) ?? 0, this.lastOf.get(`project ${right.project}`) ?? 0);
  }

  private ask(key: string, right: MapRight): Asking {
    const [at, losses] = [this.now(), this.losses];
    const answer = this.findGrant(right).then((grant) => {
      // A newer query may have started.
      if (this.asking.get(key) !== asking) return grant;
      if (grant) this.confirmed.set(key, { grant, at, losses });
      else this.confirmed.delete(key);
      return grant;
    });
    const asking: Asking = { losses, answer: answer.finally(() => this.asking.get(key) === asking && this.asking.delete(key)) };
    this.asking.set(key, asking);
    return asking;
  }
}

/** Parses a notification about a lost right. An unknown one may concern any right. */
function parseLost(payload: string): Lost {
  const [kind, id] = payload.split(":");
  if (id && kind === "account") return { account: id };
  if (id && kind === "link") return { link: id };
  return id && kind === "project" ? { project: id } : "any";
}

/** Calls `forget` when any process revokes a right, until it is closed. */
export function forgetLostRights(forget: (lost: Lost) => void): Listening {
  return listen("sea_vision_rights", {
    onNotification: (payload) => forget(parseLost(payload)),
    // Notifications during a lost connection are not repeated.
    onListening: () => forget("any"),
  });
}
