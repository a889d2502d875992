import { withTransaction } from "../db";
import type { Sweep } from "../jobs/job";
import { wakeWorkersBy } from "../jobs/wake-up";
import { dropTrees } from "../trees/mutations";

/** Whoever lets go of a tree wakes the worker; this finds what one left that was killed over it. */
const SWEEP_MS = 10 * 60 * 1_000;

/**
 * Drops one tree that was let go of, with its entries: a million of them take seconds. One that an import works with is left to it,
 * and so is the trash of the shared assets, which belongs to no project and is not retired.
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

/** Drops the trees of deleted projects, and those that trash was emptied of: whoever asked for it has not waited. */
export const removedTreeSweep: Sweep = {
  name: "trees that nobody has",
  everyMs: SWEEP_MS,
  onWake: true,
  run: async (signal) => {
    while (!signal.aborted && (await dropRemovedTree()));
  },
};
