import { db } from "../../db";
import { createProject } from "../../projects/mutations";
import type { StepContext } from "./context";
import { type HeldImport, LeaseLostError } from "./lease";

/** More than any of the few statements needs, also on a slow disk. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Makes the project and points it at the tree, in one transaction: from then on the map can be viewed.
 * @throws AppError 409 when the name is taken by now
 */
export async function publish({ lease }: StepContext, held: HeldImport): Promise<HeldImport> {
  const { projectName: name, safeName, description, ownerId: createdById, treeId } = held;
  // The tree is gone when somebody emptied the database under us; there is nothing to go on with.
  if (treeId === null) throw new Error(`Import ${held.id} has no tree to publish.`);
  await db().$transaction(
    async (tx) => {
      // Locks the row first, so that whoever takes the import over finds either nothing or everything done.
      const { count } = await tx.import.updateMany({ where: lease.held, data: { status: "verifying", publishedAt: new Date() } });
      if (count === 0) throw new LeaseLostError();
      const projectId = await createProject(tx, { name, safeName, description, createdById, treeId });
      await tx.import.update({ where: { id: held.id }, data: { projectId, attempts: 0 } });
    },
    { timeout: TRANSACTION_TIMEOUT_MS, maxWait: TRANSACTION_TIMEOUT_MS },
  );
  return lease.read();
}
