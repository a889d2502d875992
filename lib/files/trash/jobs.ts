import { recordAudits } from "../../audit/mutations";
import { inTransaction } from "../../db/transaction";
import type { Sweep } from "../../jobs/job";
import { wakeWorkers } from "../../jobs/notifications";
import { findProjectNames } from "../../projects/data";
import { TRASH_DAYS } from "../../trees/schema";
import { abandonExpiredTrash } from "../../trees/trash/trash-trees";
import { assetsName } from "../schema";

const SWEEP_MS = 60 * 60 * 1_000;
const SWEPT_AT_ONCE = 1_000;

/** Deletes items that have been in the trash for too long. @returns their number */
export function expireTrash(): Promise<number> {
  return inTransaction(async (tx) => {
    const expired = await abandonExpiredTrash(tx, SWEPT_AT_ONCE);
    if (expired.length === 0) return 0;
    const names = await findProjectNames(
      tx,
      expired.flatMap(({ projectId }) => projectId ?? []),
    );
    const events = expired.map(({ path, projectId }) => ({
      action: "file.deleted" as const,
      actor: null,
      target: { type: "file", ...(projectId && { id: projectId }), name: path },
      details: { project: projectId ? (names.get(projectId) ?? "A deleted project") : assetsName, from: "trash", afterDays: TRASH_DAYS },
    }));
    await recordAudits(tx, events);
    await wakeWorkers(tx);
    return expired.length;
  });
}

export const expiredTrashSweep: Sweep = {
  name: "expired trash",
  everyMs: SWEEP_MS,
  onWake: false,
  run: async (signal) => {
    while (!signal.aborted && (await expireTrash()) === SWEPT_AT_ONCE);
  },
};
