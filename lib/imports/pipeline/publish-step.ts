import { withTransaction } from "../../db";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { createProject } from "../../projects/mutations";
import type { StepContext } from "./context";
import type { HeldImport } from "./lease";

/**
 * Makes the project and points it at the tree, in one transaction: from then on the map can be viewed.
 * @throws AppError 409 when the name is taken by now
 */
export function publish({ lease }: StepContext): Promise<HeldImport> {
  return withTransaction(async (transaction) => {
    // Whoever takes the import over finds either nothing or everything of this done.
    const { id, projectName: name, safeName, description, ownerId: createdById, address, treeId } = await lease.lock(transaction);
    if (treeId === null) throw new Error(`Import ${id} has no tree to publish.`);
    const projectId = await createProject(transaction, { name, safeName, description, createdById, address, treeId });
    // A picture of the map can be made from now on.
    await wakeWorkersBy(transaction);
    return lease.write({ status: "verifying", projectId, publishedAt: new Date(), attempts: 0 }, transaction);
  });
}
