import { z } from "zod";
import { db, queryLimited } from "../../db/client";
import { notify } from "../../jobs/notifications";

/** The lock of an upload is a row that its holder renews by the clock of the database (decision 0030). */

/** A lock that was not renewed for this long can be taken over. Milliseconds. */
export const STALE_MS = 10_000;

/** Shorter than the time a holder may go without renewing, so that a silent database cannot hide the loss of a lock. */
const limited = { query_timeout: 4_000 };

export interface LockKey {
  uploadId: string;
  token: string;
}

export const lockNewsSchema = z.object({
  uploadId: z.string(),
  wantedBy: z.string().nullable(),
});
type LockNews = z.infer<typeof lockNewsSchema>;

/** The lock is held by another request. Without a renewal it expires in this many milliseconds. */
export interface LockTaken {
  staleInMs: number;
}

/** Takes a free or expired lock of an upload. @returns false when another request holds it */
export async function tryLock({ uploadId, token }: LockKey): Promise<boolean> {
  const taken = await queryLimited(
    {
      text: `INSERT INTO "UploadLock" AS lock ("uploadId", token, "renewedAt") VALUES ($1, $2, clock_timestamp())
           ON CONFLICT ("uploadId") DO UPDATE SET token = $2, "renewedAt" = clock_timestamp(), "wantedAt" = NULL
            WHERE lock."renewedAt" < clock_timestamp() - $3 * interval '1 millisecond' RETURNING token`,
      ...limited,
    },
    [uploadId, token, STALE_MS],
  );
  return taken.length === 1;
}

/** Takes a free or expired lock of an upload, else asks its holder to release it. @returns null when this request now holds it */
export async function takeLock({ uploadId, token }: LockKey): Promise<LockTaken | null> {
  if (await tryLock({ uploadId, token })) return null;
  const rows = await queryLimited<LockTaken>(
    {
      text: `UPDATE "UploadLock" SET "wantedAt" = coalesce("wantedAt", clock_timestamp()) WHERE "uploadId" = $1
           RETURNING greatest(0, $2 - extract(epoch FROM clock_timestamp() - "renewedAt") * 1000)::int AS "staleInMs"`,
      ...limited,
    },
    [uploadId, STALE_MS],
  );
  await notify(db(), "sea_vision_uploads", JSON.stringify({ uploadId, wantedBy: token } satisfies LockNews));
  return rows[0] ?? { staleInMs: 0 };
}

/** Renews a lock. @returns null when it is no longer held, else whether another request waits for it */
export async function renewLock({ uploadId, token }: LockKey): Promise<{ isWanted: boolean } | null> {
  const rows = await queryLimited<{ isWanted: boolean }>(
    {
      text: `UPDATE "UploadLock" SET "renewedAt" = clock_timestamp() WHERE "uploadId" = $1 AND token = $2
           RETURNING "wantedAt" IS NOT NULL AS "isWanted"`,
      ...limited,
    },
    [uploadId, token],
  );
  return rows[0] ?? null;
}

/** Releases a lock, and wakes the requests that wait for it. Does nothing when another request has taken it over. */
export async function releaseLock({ uploadId, token }: LockKey): Promise<void> {
  const rows = await queryLimited<{ isWanted: boolean }>(
    {
      text: `DELETE FROM "UploadLock" WHERE "uploadId" = $1 AND token = $2 RETURNING "wantedAt" IS NOT NULL AS "isWanted"`,
      ...limited,
    },
    [uploadId, token],
  );
  if (rows[0]?.isWanted) await notify(db(), "sea_vision_uploads", JSON.stringify({ uploadId, wantedBy: null } satisfies LockNews));
}

/** Returns the token of the request that holds the lock of an upload, or null. */
export async function findHolder(uploadId: string): Promise<string | null> {
  const text = `SELECT token FROM "UploadLock" WHERE "uploadId" = $1`;
  const rows = await queryLimited<{ token: string }>({ text, ...limited }, [uploadId]);
  return rows[0]?.token ?? null;
}

export async function forgetStaleLocks(): Promise<void> {
  await db().uploadLock.deleteMany({ where: { renewedAt: { lt: new Date(Date.now() - 60 * 60 * 1_000) } } });
}
