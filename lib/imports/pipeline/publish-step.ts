import { inTransaction } from "../../db/transaction";
import { AppError } from "../../errors";
import { wakeWorkers } from "../../jobs/wake-up";
import { createProject } from "../../projects/mutations";
import { lockProject, replaceMap } from "../../projects/versions/mutations";
import { noteCompletion } from "./completion";
import type { HeldImport, ImportChange, StepContext } from "./lease";

/** Points a project at the tree and completes a folder's import. @throws AppError 409 for a taken name, 404 when the project is gone */
export function publish({ lease }: StepContext): Promise<HeldImport> {
  return inTransaction(async (tx) => {
    // A takeover finds either nothing or everything of this done. Order of locks: import, project.
    const held = await lease.lock(tx);
    const { replacesId, projectName: name, safeName, description, ownerId: createdById, address, treeId } = held;
    const replaced = replacesId === null ? null : await lockProject(tx, replacesId);
    if (treeId === null) throw new Error(`Import ${held.id} has no tree to publish.`);
    if (replacesId !== null && !replaced) throw new AppError("not_found", "The project was deleted while its map was being replaced.");
    const projectId = replaced
      ? await replaceMap(tx, replaced, { ...held, treeId })
      : await createProject(tx, { name, safeName, description, createdById, address, treeId });
    await wakeWorkers(tx);
    const online: ImportChange = { projectId, publishedAt: new Date(), attempts: 0, isSlow: false };
    if (held.source === "zip") return lease.write({ ...online, status: "verifying" }, tx);
    const { filesTotal: filesDone, bytesTotal: bytesDone } = held;
    const done = await lease.write({ ...online, status: "complete", finishedAt: new Date(), filesDone, bytesDone }, tx);
    await noteCompletion(tx, done);
    return done;
  });
}
