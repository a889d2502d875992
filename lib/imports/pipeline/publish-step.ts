import { withTransaction } from "../../db";
import { AppError } from "../../errors";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { createProject } from "../../projects/mutations";
import { lockProject, replaceMap } from "../../projects/versions/mutations";
import { noteCompletion } from "./completion";
import type { HeldImport, ImportChange, StepContext } from "./lease";

/** Points a project at the tree and completes a folder's import. @throws AppError 409 for a taken name, 404 when the project is gone */
export function publish({ lease }: StepContext): Promise<HeldImport> {
  return withTransaction(async (transaction) => {
    // A takeover finds either nothing or everything of this done. Order of locks: import, project.
    const held = await lease.lock(transaction);
    const { replacesId, projectName: name, safeName, description, ownerId: createdById, address, treeId } = held;
    const replaced = replacesId === null ? null : await lockProject(transaction, replacesId);
    if (treeId === null) throw new Error(`Import ${held.id} has no tree to publish.`);
    if (replacesId !== null && !replaced) throw new AppError("not_found", "The project was deleted while its map was being replaced.");
    const projectId = replaced
      ? await replaceMap(transaction, replaced, { ...held, treeId })
      : await createProject(transaction, { name, safeName, description, createdById, address, treeId });
    await wakeWorkersBy(transaction);
    const online: ImportChange = { projectId, publishedAt: new Date(), attempts: 0, isSlow: false };
    if (held.source === "zip") return lease.write({ ...online, status: "verifying" }, transaction);
    const { filesTotal: filesDone, bytesTotal: bytesDone } = held;
    const done = await lease.write({ ...online, status: "complete", finishedAt: new Date(), filesDone, bytesDone }, transaction);
    await noteCompletion(transaction, done);
    return done;
  });
}
