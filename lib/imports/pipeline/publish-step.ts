import { type Queryable, withTransaction } from "../../db";
import { AppError } from "../../errors";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { createProject } from "../../projects/mutations";
import { lockProject, replaceMap } from "../../projects/versions/mutations";
import { noteCompletion } from "./completion";
import type { StepContext } from "./context";
import type { HeldImport, ImportChange } from "./lease";

/**
 * Makes the project and points it at the tree, or points the project that is there at it, in one transaction: from then on the
 * map can be viewed. A folder's import is complete with that: there is no archive to compare its files with.
 * @throws AppError 409 when the name is taken by now, 404 when the project is gone whose map it replaces
 */
export function publish(context: StepContext): Promise<HeldImport> {
  return withTransaction((transaction) => putOnline(transaction, context));
}

async function putOnline(transaction: Queryable, { lease }: StepContext): Promise<HeldImport> {
  // Whoever takes the import over finds either nothing or everything of this done. Order of locks: import, project.
  const held = await lease.lock(transaction);
  const { replacesId } = held;
  const replaced = replacesId === null ? null : await lockProject(transaction, replacesId);
  if (held.treeId === null) throw new Error(`Import ${held.id} has no tree to publish.`);
  if (replacesId !== null && !replaced) throw new AppError("not_found", "The project was deleted while its map was being replaced.");
  const projectId = replaced
    ? await replaceMap(transaction, replaced, { ...held, treeId: held.treeId })
    : await makeProject(transaction, { ...held, treeId: held.treeId });
  // A picture of the map can be made from now on.
  await wakeWorkersBy(transaction);
  const online: ImportChange = { projectId, publishedAt: new Date(), attempts: 0 };
  if (held.source === "zip") return lease.write({ ...online, status: "verifying" }, transaction);
  const { filesTotal: filesDone, bytesTotal: bytesDone } = held;
  const done = await lease.write({ ...online, status: "complete", finishedAt: new Date(), filesDone, bytesDone }, transaction);
  await noteCompletion(transaction, done);
  return done;
}

function makeProject(transaction: Queryable, held: HeldImport & { treeId: number }): Promise<string> {
  const { projectName: name, safeName, description, ownerId: createdById, address, treeId } = held;
  return createProject(transaction, { name, safeName, description, createdById, address, treeId });
}
