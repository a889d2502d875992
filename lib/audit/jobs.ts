import { db } from "../db/client";
import { execute } from "../db/query";
import { env } from "../env";
import type { Sweep } from "../jobs/job";

const SWEEP_MS = 60 * 60 * 1_000;
const SWEPT_AT_ONCE = 10_000;

/** Deletes one batch of old events. @returns their number */
export function deleteOldEvents(days: number): Promise<number> {
  return execute(db(), {
    text: `DELETE FROM "AuditEvent" WHERE id IN
             (SELECT id FROM "AuditEvent" WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [days, SWEPT_AT_ONCE],
  });
}

export const oldEventSweep: Sweep = {
  name: "old audit events",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    const days = env().auditRetentionDays;
    let deleted = days === null ? 0 : SWEPT_AT_ONCE;
    while (days !== null && deleted === SWEPT_AT_ONCE && !signal.aborted) deleted = await deleteOldEvents(days);
  },
};
