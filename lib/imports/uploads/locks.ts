import { z } from "zod";
import { pool } from "../../db";
import { notify } from "../../jobs/notifications";

/**
 * The right to work on an upload, as a lease: a row that its holder renews. No connection is held for it, and what died without
 * a word loses it by itself. All times are those of the database's clock.
 */

/** A lease that has not been renewed for so long is anybody's. Milliseconds. */
export const STALE_MS = 10_000;

/** Shorter than a holder may go without renewing: a database that says nothing must not keep it from finding out. */
const limited = { query_timeout: 4_000 };

/** A lease, as its holder names it. */
export interface LockKey {
  uploadId: string;
  /** UUID. */
  token: string;
}

/** What processes tell each other of leases. */
export const lockNewsSchema = z.object({
  uploadId: z.string(),
  /** Token of who waits for it; null: it is free. */
  wantedBy: z.string().nullable(),
});
type LockNews = z.infer<typeof lockNewsSchema>;

/** Why it was not given: how long it lasts if it is not renewed. Milliseconds. */
export interface LockTaken {
  staleInMs: number;
}

/**
 * Takes the lease of an upload that nobody has, or whose holder has not renewed it in time. Where somebody has it, that one is
 * told that it is wanted.
 * @returns null when it is taken now
 */
export async function takeLock({ uploadId, token }: LockKey): Promise<LockTaken | null> {
  const { rowCount } = await pool().query({
    text: `INSERT INTO "UploadLock" AS lock ("uploadId", token, "renewedAt") VALUES ($1, $2, clock_timestamp())
           ON CONFLICT ("uploadId") DO UPDATE SET token = $2, "renewedAt" = clock_timestamp(), "wantedAt" = NULL
            WHERE lock."renewedAt" < clock_timestamp() - $3 * interval '1 millisecond'`,
    values: [uploadId, token, STALE_MS],
    ...limited,
  });
  if (rowCount === 1) return null;
  const { rows } = await pool().query<LockTaken>({
    text: `UPDATE "UploadLock" SET "wantedAt" = coalesce("wantedAt", clock_timestamp()) WHERE "uploadId" = $1
           RETURNING greatest(0, $2 - extract(epoch FROM clock_timestamp() - "renewedAt") * 1000)::int AS "staleInMs"`,
    values: [uploadId, STALE_MS],
    ...limited,
  });
  await notify(pool(), "sea_vision_uploads", JSON.stringify({ uploadId, wantedBy: token } satisfies LockNews));
  return rows[0] ?? { staleInMs: 0 };
}

/** Renews leases. @returns those that are still held, and whether somebody waits for them */
export async function renewLocks(keys: readonly LockKey[]): Promise<readonly (LockKey & { isWanted: boolean })[]> {
  const { rows } = await pool().query<LockKey & { isWanted: boolean }>({
    text: `UPDATE "UploadLock" lock SET "renewedAt" = clock_timestamp()
             FROM unnest($1::text[], $2::uuid[]) AS mine ("uploadId", token)
            WHERE lock."uploadId" = mine."uploadId" AND lock.token = mine.token
        RETURNING lock."uploadId", lock.token::text, "wantedAt" IS NOT NULL AS "isWanted"`,
    values: [keys.map(({ uploadId }) => uploadId), keys.map(({ token }) => token)],
    ...limited,
  });
  return rows;
}

/** Gives a lease back, and tells those who wait for it. One that somebody else has taken over stays theirs. */
export async function releaseLock({ uploadId, token }: LockKey): Promise<void> {
  const { rows } = await pool().query<{ isWanted: boolean }>({
    text: `DELETE FROM "UploadLock" WHERE "uploadId" = $1 AND token = $2 RETURNING "wantedAt" IS NOT NULL AS "isWanted"`,
    values: [uploadId, token],
    ...limited,
  });
  if (rows[0]?.isWanted) await notify(pool(), "sea_vision_uploads", JSON.stringify({ uploadId, wantedBy: null } satisfies LockNews));
}

/** Forgets leases of those who died with them, and of uploads that nobody has asked for since. */
export async function forgetStaleLocks(): Promise<void> {
  await pool().query({ text: `DELETE FROM "UploadLock" WHERE "renewedAt" < clock_timestamp() - interval '1 hour'` });
}
