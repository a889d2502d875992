import { recordAllBy } from "../audit/mutations";
import { withTransaction } from "../db";
import { assetsName } from "../files/schema";
import { TRASH_DAYS } from "../files/trash/schema";
import type { Sweep } from "../jobs/job";
import { wakeWorkersBy } from "../jobs/wake-up";
import { TRASHED_ENTRY } from "./data";

const SWEEP_MS = 60 * 60 * 1_000;
const SWEPT_AT_ONCE = 1_000;

interface ExpiredRow {
  path: string;
  projectId: string | null;
  project: string | null;
}

/**
 * Lets go of what has been in the trash for long enough, as emptyTrash does. What somebody restores at this moment is left to them.
 * @returns how many
 */
export function expireTrash(): Promise<number> {
  return withTransaction(async (transaction) => {
    const { rows } = await transaction.query<ExpiredRow>({
      text: `WITH expired AS (
               SELECT id, "projectId", "trashedFrom" FROM "Tree"
                WHERE kind = 'trash' AND "retiredAt" IS NULL AND "trashedAt" <= now() - interval '${TRASH_DAYS} days'
                ORDER BY "trashedAt" LIMIT $1 FOR UPDATE SKIP LOCKED
             ), let_go AS (
               UPDATE "Tree" tree SET "projectId" = NULL, "retiredAt" = now() FROM expired WHERE tree.id = expired.id
             )
             SELECT concat_ws('/', nullif(tree."trashedFrom", ''), entry.name) AS path, tree."projectId", project.name AS project
               FROM expired tree CROSS JOIN LATERAL (${TRASHED_ENTRY}) entry LEFT JOIN "Project" project ON project.id = tree."projectId"`,
      values: [SWEPT_AT_ONCE],
    });
    const events = rows.map(({ path, projectId, project }) => ({
      action: "file.deleted" as const,
      actor: null,
      target: { type: "file", ...(projectId && { id: projectId }), name: path },
      details: { project: project ?? assetsName, from: "trash", afterDays: TRASH_DAYS },
    }));
    if (events.length > 0) await recordAllBy(transaction, events);
    if (events.length > 0) await wakeWorkersBy(transaction);
    return events.length;
  });
}

/** Ends the time in which what was deleted can be restored. */
export const expiredTrashSweep: Sweep = {
  name: "expired trash",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    while (!signal.aborted && (await expireTrash()) === SWEPT_AT_ONCE);
  },
};
