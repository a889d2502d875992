import { createHash } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import type { QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { pool } from "../db/client";
import { AppError } from "../errors";

/** Limits points within a period that starts with the first of them. */
export interface RateLimit {
  points: number;
  duration: number;
}

/** A limit and its key, which may have several parts. */
export type Counted<Name extends string> = readonly [limit: Name, ...key: string[]];

/** Digests have one length and hide addresses and accounts. */
function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Connections that rate limits use at once; counts of one key wait for each other and could take all of them. */
const CONCURRENT_QUERIES = 3;

// Next loads route modules more than once in one process; they must share one limit.
const shared = globalThis as typeof globalThis & { seaVisionRateLimitQueries?: LimitFunction };

const limitedPool = {
  query<Row extends object>(query: QueryConfig) {
    shared.seaVisionRateLimitQueries ??= pLimit(CONCURRENT_QUERIES);
    return shared.seaVisionRateLimitQueries(() => pool().query<Row>(query));
  },
};

/** Returns whether an attempt is over a limit. */
export function isLimited(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );
}

/** Rate limits counted in PostgreSQL, so that all processes share them and a restart keeps them. Rejected attempts are not counted. */
export class RateLimits<Name extends string> {
  private readonly limiters = new Map<Name, RateLimiterPostgres>();

  constructor(
    private readonly kind: string,
    private readonly limits: Readonly<Record<Name, RateLimit>>,
    private readonly message: string,
  ) {}

  /** Rejects what is over a limit, without writing. Concurrent attempts read the same, so it doesn't replace count. @throws AppError 429 */
  async check(...counted: readonly Counted<Name>[]): Promise<void> {
    const keys = counted.map(([limit, ...key]) => this.limiter(limit).getKey(digest(key)));
    const { rows } = await limitedPool.query<{ key: string; points: number; expire: number }>({
      name: "rate-limits:read",
      text: "SELECT key, points, expire FROM rate_limit WHERE key = ANY ($1) AND expire > $2",
      values: [keys, Date.now()],
    });
    for (const [index, [limit]] of counted.entries()) {
      const row = rows.find(({ key }) => key === keys[index]);
      if (row && row.points >= this.limits[limit].points) throw this.refusal(row.expire - Date.now());
    }
  }

  /** Counts an attempt by several limits before it is made. When one rejects, the former ones are undone. @throws AppError 429 */
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

  /** Checks, then counts. @throws AppError 429 with the seconds to wait */
  async consume(...counted: readonly Counted<Name>[]): Promise<void> {
    await this.check(...counted);
    await this.count(...counted);
  }

  async giveBack(...counted: readonly Counted<Name>[]): Promise<void> {
    await Promise.all(counted.map(([limit, ...key]) => this.limiter(limit).reward(digest(key))));
  }

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
        storeClient: limitedPool,
        storeType: "pool",
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: `${this.kind}-${limit}`,
      });
    this.limiters.set(limit, limiter);
    return limiter;
  }
}
