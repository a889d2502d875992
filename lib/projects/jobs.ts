import { db } from "../db/client";
import { execute } from "../db/query";
import { inTransaction } from "../db/transaction";
import { visibleProjects } from "../db/visible";
import { env } from "../env";
import type { Sweep } from "../jobs/job";
import { wakeWorkers } from "../jobs/notifications";
import { dropTrees } from "../storage/mutations";
import { lockAbandonedTree } from "../trees/mutations";
import { isImportedInto } from "./references/imports";
import { expireProjects } from "./trash/mutations";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Abandoning a tree wakes the worker. This is for trees of a killed worker. */
const SWEEP_MS = 10 * 60 * 1_000;

/** Deletes one abandoned tree, unless an import uses it. @returns false when there is none left */
export function dropRemovedTree(): Promise<boolean> {
  return inTransaction(async (tx) => {
    const isNotShown = `NOT EXISTS (SELECT FROM ${visibleProjects} project WHERE "currentTreeId" = tree.id)`;
    const treeId = await lockAbandonedTree(tx, `${isNotShown} AND NOT ${isImportedInto("tree.id")}`);
    if (treeId === null) return false;
    await dropTrees(tx, [treeId]);
    // Blobs that only it used can be deleted now.
    await wakeWorkers(tx);
    return true;
  });
}

/** Deletes projects permanently that have been in the trash for too long. */
export const expiredProjectSweep: Sweep = {
  name: "expired projects",
  everyMs: 60 * 60 * 1_000,
  onWake: false,
  run: async () => void (await expireProjects()),
};

/** Deletes the trees of deleted projects and emptied trash in the background. */
export const removedTreeSweep: Sweep = {
  name: "abandoned trees",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    while (!signal.aborted && (await dropRemovedTree()));
  },
};

/** Statistics cover 90 days; a year allows for comparisons. */
const KEPT_DAYS = 400;

/** Deletes old map views of accounts, but keeps the last one of each account and project. */
export async function deleteOldMapViews(): Promise<void> {
  await execute(db(), {
    text: `DELETE FROM "AccountMapView" old
            WHERE day < current_date - $1::int
              AND EXISTS (SELECT FROM "AccountMapView" later
                           WHERE later."accountId" = old."accountId" AND later."projectId" = old."projectId" AND later.day > old.day)`,
    values: [KEPT_DAYS],
  });
}

/** Deletes the history of views that is older than VIEW_HISTORY_DAYS, today in UTC included. */
async function deleteOldHistory(): Promise<void> {
  const firstDay = new Date(Date.now() - (env().viewHistoryDays - 1) * DAY_MS);
  await db().projectView.deleteMany({ where: { day: { lt: new Date(firstDay.toISOString().slice(0, 10)) } } });
}

export const oldMapViewSweep: Sweep = {
  name: "old map views",
  everyMs: DAY_MS,
  onWake: false,
  run: async () => {
    await deleteOldMapViews();
    await deleteOldHistory();
  },
};
