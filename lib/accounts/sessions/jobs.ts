import { db } from "../../db/client";
import { execute } from "../../db/query";
import type { Sweep } from "../../jobs/job";

const SWEEP_MS = 60 * 60 * 1_000;
const SWEPT_AT_ONCE = 10_000;

/** Deletes expired sessions. @returns their number */
export function deleteExpiredSessions(): Promise<number> {
  return execute(db(), {
    text: `DELETE FROM "Session" WHERE id IN (SELECT id FROM "Session" WHERE "expiresAt" < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    values: [SWEPT_AT_ONCE],
  });
}

export const expiredSessionSweep: Sweep = {
  name: "expired sessions",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    let deleted = SWEPT_AT_ONCE;
    while (deleted === SWEPT_AT_ONCE && !signal.aborted) deleted = await deleteExpiredSessions();
  },
};
