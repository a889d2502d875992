import { withTransaction } from "../db";
import type { Sweep } from "../jobs/job";
import { wakeWorkersBy } from "../jobs/wake-up";
import { dropTrees } from "../trees/mutations";

/** Deleting a project wakes the worker; this finds what one left that was killed over it. */
const SWEEP_MS = 10 * 60 * 1_000;

/**
 * Drops one tree of a deleted project, with its entries: a million of them take seconds. One that an import works with is left to it.
 * @returns false when there is none left
 */
export function dropRemovedTree(): Promise<boolean> {
  return withTransaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: number }>({
      text: `SELECT id FROM "Tree" tree WHERE "projectId" IS NULL AND "retiredAt" IS NOT NULL
                AND NOT EXISTS (SELECT FROM "Project" WHERE "currentTreeId" = tree.id)
                AND NOT EXISTS (SELECT FROM "Import" WHERE "treeId" = tree.id AND status NOT IN ('complete', 'failed'))
              ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    });
    const [tree] = rows;
    if (!tree) return false;
    await dropTrees(transaction, [tree.id]);
    // The bytes that only it had can go now.
    await wakeWorkersBy(transaction);
    return true;
  });
}

/** Drops the trees of deleted projects, whose deletion has not waited for it. */
export const removedTreeSweep: Sweep = {
  name: "trees of deleted projects",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    while (!signal.aborted && (await dropRemovedTree()));
  },
};
