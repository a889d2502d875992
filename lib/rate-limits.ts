import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "./db";
import { AppError } from "./errors";

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
 * Limits on one kind of thing that people do, counted in PostgreSQL: all processes count together, and a restart forgets
 * nothing. What is refused is not counted, so that trying on prolongs no window and uses up nobody else's share.
 */
export class RateLimits<Name extends string> {
  // A test that opens another database must not count in the one before.
  private readonly limitersOf = new WeakMap<Pool, Map<Name, RateLimiterPostgres>>();

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
   * Counts one attempt by several limits, in that order, before it is made, so that many at the same moment cannot slip
   * through together. When one refuses, those before it get their points back.
   * @throws AppError 429 with the seconds to wait
   */
  async consume(...counted: readonly Counted<Name>[]): Promise<void> {
    for (const [index, one] of counted.entries()) {
      try {
        await this.consumeOne(one);
      } catch (refusal) {
        await this.giveBack(...counted.slice(0, index));
        throw refusal;
      }
    }
  }

  /** Takes a counted attempt back. */
  async giveBack(...counted: readonly Counted<Name>[]): Promise<void> {
    await Promise.all(counted.map(([limit, ...key]) => this.limiter(limit).reward(digest(key))));
  }

  /** Forgets everything that was counted under these keys. */
  async forget(...counted: readonly Counted<Name>[]): Promise<void> {
    await Promise.all(counted.map(([limit, ...key]) => this.limiter(limit).delete(digest(key))));
  }

  private async consumeOne([limit, ...key]: Counted<Name>): Promise<void> {
    try {
      await this.limiter(limit).consume(digest(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await this.giveBack([limit, ...key]);
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError("too_many_requests", this.message, { retryAfter });
    }
  }

  private limiter(limit: Name): RateLimiterPostgres {
    const storeClient = pool();
    const known = this.limitersOf.get(storeClient) ?? new Map<Name, RateLimiterPostgres>();
    this.limitersOf.set(storeClient, known);
    const limiter =
      known.get(limit) ??
      new RateLimiterPostgres({
        ...this.limits[limit],
        storeClient,
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: `${this.kind}-${limit}`,
      });
    known.set(limit, limiter);
    return limiter;
  }
}
