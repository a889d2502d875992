import { createHash } from "node:crypto";
import type { QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "../db";
import { AppError } from "../errors";
import { Turns } from "../turns";

/** So many points may be used up within a time that begins with the first of them and ends by itself. */
export interface RateLimit {
  points: number;
  /** In seconds. */
  duration: number;
}

/** One limit and what it is counted by: an address, an account, both. Several parts are one key. */
export type Counted<Name extends string> = readonly [limit: Name, ...key: string[]];

/** Keys are digests: of one length whatever was typed, and the table tells nobody who tried. */
function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * Of the pool's connections. Strangers decide how much is counted, and all that count by one key wait for one another, each with
 * a connection; the others are for everybody else.
 */
const QUERIES_AT_ONCE = 3;

// Next loads route modules more than once in one process; they must share the turns.
const shared = globalThis as typeof globalThis & { seaVisionLimiterTurns?: Turns };

/** The pool as the limiters see it. */
const fewConnections = {
  query<Row extends object>(query: QueryConfig) {
    shared.seaVisionLimiterTurns ??= new Turns(QUERIES_AT_ONCE);
    return shared.seaVisionLimiterTurns.take(() => pool().query<Row>(query));
  },
};

/**
 * Limits on one kind of thing that people do, counted in PostgreSQL: all processes count together, and a restart forgets
 * nothing. What is refused is not counted, so that trying on prolongs no window and uses up nobody else's share.
 */
export class RateLimits<Name extends string> {
  private readonly limiters = new Map<Name, RateLimiterPostgres>();

  /**
   * @param kind what is limited, in the table's keys
   * @param message what a person over any of the limits is told
   */
  constructor(
    private readonly kind: string,
    private readonly limits: Readonly<Record<Name, RateLimit>>,
    private readonly message: string,
  ) {}

  /**
   * Refuses what is over a limit already: one query that writes nothing, so that who tries on costs little. It does not stand
   * in for counting, since many at the same moment all read the same.
   * @throws AppError 429 with the seconds to wait
   */
  async check(...counted: readonly Counted<Name>[]): Promise<void> {
    const keys = counted.map(([limit, ...key]) => this.limiter(limit).getKey(digest(key)));
    const { rows } = await fewConnections.query<{ key: string; points: number; expire: number }>({
      name: "rate-limits:read",
      text: "SELECT key, points, expire FROM rate_limit WHERE key = ANY ($1) AND expire > $2",
      values: [keys, Date.now()],
    });
    for (const [index, [limit]] of counted.entries()) {
      const row = rows.find(({ key }) => key === keys[index]);
      if (row && row.points >= this.limits[limit].points) throw this.refusal(row.expire - Date.now());
    }
  }

  /**
   * Counts one attempt by several limits, in that order, before it is made, so that many at the same moment cannot slip
   * through together. When one refuses, those before it get their points back.
   * @throws AppError 429 with the seconds to wait
   */
  async count(...counted: readonly Counted<Name>[]): Promise<void> {
    for (const [index, one] of counted.entries()) {
      try {
        await this.countOne(one);
      } catch (refusal) {
        await this.giveBack(...counted.slice(0, index));
        throw refusal;
      }
    }
  }

  /** Checks, then counts: for those who have nothing to do in between. @throws AppError 429 with the seconds to wait */
  async consume(...counted: readonly Counted<Name>[]): Promise<void> {
    await this.check(...counted);
    await this.count(...counted);
  }

  /** Takes a counted attempt back. */
  async giveBack(...counted: readonly Counted<Name>[]): Promise<void> {
    await Promise.all(counted.map(([limit, ...key]) => this.limiter(limit).reward(digest(key))));
  }

  /** Forgets everything that was counted under these keys. */
  async forget(...counted: readonly Counted<Name>[]): Promise<void> {
    await Promise.all(counted.map(([limit, ...key]) => this.limiter(limit).delete(digest(key))));
  }

  private async countOne([limit, ...key]: Counted<Name>): Promise<void> {
    try {
      await this.limiter(limit).consume(digest(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await this.giveBack([limit, ...key]);
      throw this.refusal(refusal.msBeforeNext);
    }
  }

  private refusal(milliseconds: number): AppError {
    return new AppError("too_many_requests", this.message, { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });
  }

  private limiter(limit: Name): RateLimiterPostgres {
    const limiter =
      this.limiters.get(limit) ??
      new RateLimiterPostgres({
        ...this.limits[limit],
        storeClient: fewConnections,
        storeType: "pool",
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: `${this.kind}-${limit}`,
      });
    this.limiters.set(limit, limiter);
    return limiter;
  }
}
