import { assignProjectTo, endAssignments, withdrawProject } from "../../accounts/assignments/mutations";
import { requireManagedProject } from "../../accounts/limits/policy";
import { requireRecentProof } from "../../accounts/proofs/policy";
import { rowIdSchema } from "../../accounts/schema";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { type AuditActor, auditActor, recordAudit, recordAudits } from "../../audit/mutations";
import { execute, queryRows } from "../../db/query";
import { isUniqueViolation, retryTransaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import type { Project } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { wakeWorkers } from "../../jobs/notifications";
import { readTotals } from "../../trees/data";
import { abandonTrees } from "../../trees/mutations";
import { TRASH_DAYS } from "../../trees/schema";
import { isNameTaken, projectGone, readProjectDetails } from "../data";
import { discardImages } from "../images/mutations";
import { lockProject } from "../mutations";
import { endImports, isImporting, lockImportsOf, resumeImports } from "../references/imports";
import { type ProjectDetails, toSafeName } from "../schema";
import { CAN_BE_RESTORED } from "./data";
import type { RestoreProject } from "./schema";

/** Moves a project to the trash. @throws AppError 400 for an invalid id, 404 */
export async function trashProject(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  if (!rowIdSchema.safeParse(id).success) throw new AppError("bad_request", "Invalid project selected for deletion");
  requireManagedProject(viewer, id, projectGone);
  await retryTransaction(async (tx) => {
    // Imports lock their own row, then the project.
    const imports = await lockImportsOf(tx, id);
    const project = await lockProject(tx, id);
    if (!project) throw projectGone();
    const { name, safeName, createdAt, currentTreeId } = project;
    const { files: fileCount, bytes: byteCount } = await readTotals(tx, currentTreeId);
    const [actor, at] = [auditActor(viewer, client), new Date()];
    await endImports(tx, id, imports, viewer.accountId);
    const withdrawn = await withdrawProject(tx, { id, name }, null, { actor, at });
    const ends = withdrawn.flatMap(({ accountId, expiresAt }) => (expiresAt ? [[accountId, expiresAt.toISOString()]] : []));
    await execute(tx, {
      text: `UPDATE "Project" SET "trashedAt" = now(), "trashedById" = $2, "trashedUserIds" = $3, "trashedUserEnds" = $4::jsonb, "safeName" = "safeName" || '~' || id
              WHERE id = $1`,
      values: [id, viewer.accountId, withdrawn.map(({ accountId }) => accountId), JSON.stringify(Object.fromEntries(ends))],
    });
    // Dashboards count these events, and those of restored projects.
    await recordAudits(tx, [
      {
        action: "project.deleted",
        actor,
        at,
        target: { type: "project", id, name },
        details: { safeName, createdAt, fileCount, byteCount },
      },
    ]);
    await wakeWorkers(tx);
  });
}

const notInTrash = () => notFound("This project is no longer in the trash.");
const NAME_TAKEN = "Another project has this name now. Restore the project under another name.";
const nameTaken = () => new AppError("conflict", NAME_TAKEN, { fields: { name: NAME_TAKEN } });

/** Restores a project with all that belonged to it. @throws AppError 404, 409 when another project has the name */
export async function restoreProject(
  viewer: AdminViewer,
  id: string,
  { name: newName }: RestoreProject,
  client: Client,
): Promise<ProjectDetails> {
  requireManagedProject(viewer, id, notInTrash);
  if (!rowIdSchema.safeParse(id).success) throw notInTrash();
  const actor = auditActor(viewer, client);
  const restoring = retryTransaction(async (tx) => {
    const [trashed] = await queryRows<
      Pick<Project, "name" | "safeName" | "createdAt" | "trashedUserIds"> & { ends: Record<string, string> }
    >(tx, {
      text: `SELECT name, split_part("safeName", '~', 1) AS "safeName", "createdAt", "trashedUserIds", "trashedUserEnds" AS ends
               FROM "Project" WHERE id = $1 AND ${CAN_BE_RESTORED} FOR UPDATE`,
      values: [id],
    });
    if (!trashed) throw notInTrash();
    const name = newName ?? trashed.name;
    const safeName = newName === undefined ? trashed.safeName : toSafeName(newName);
    const taken = await queryRows(tx, { text: `SELECT WHERE ${isNameTaken("$1")} OR ${isImporting("$1")}`, values: [safeName] });
    if (taken.length > 0) throw nameTaken();
    await execute(tx, {
      text: `UPDATE "Project" SET name = $2, "safeName" = $3, "trashedAt" = NULL, "trashedById" = NULL, "trashedUserIds" = '{}', "trashedUserEnds" = '{}' WHERE id = $1`,
      values: [id, name, safeName],
    });
    await resumeImports(tx, id, safeName);
    await assignProjectTo(tx, { id, name }, trashed.trashedUserIds, { actor, at: new Date() });
    await endAssignments(tx, id, trashed.ends);
    const details = { safeName, createdAt: trashed.createdAt, ...(name !== trashed.name && { formerName: trashed.name }) };
    await recordAudit(tx, { action: "project.restored", actor, target: { type: "project", id, name }, details });
    await wakeWorkers(tx);
  });
  await restoring.catch((error: unknown) => {
    // Another project took the name at the same moment.
    throw isUniqueViolation(error) ? nameTaken() : error;
  });
  return readProjectDetails(viewer, id);
}

/** Deletes projects of the trash permanently. Sweeps delete their files. @param condition on the ids of `$1` @returns their number */
async function deleteTrashed(condition: string, ids: readonly string[] | null, actor: AuditActor | null): Promise<number> {
  const deleted = await retryTransaction(async (tx) => {
    const rows = await queryRows<Pick<Project, "id" | "name" | "imageBlobKey">>(tx, {
      text: `SELECT id, name, "imageBlobKey" FROM "Project" WHERE ($1::uuid[] IS NULL OR id = ANY ($1)) AND ${condition} ORDER BY id FOR UPDATE`,
      values: [ids],
    });
    for (const { id } of rows) {
      await abandonTrees(tx, id);
      await tx.project.deleteMany({ where: { id } });
    }
    const action = "project.deleted-permanently";
    const details = actor ? null : { afterDays: TRASH_DAYS };
    await recordAudits(
      tx,
      rows.map(({ id, name }) => ({ action, actor, target: { type: "project", id, name }, ...(details && { details }) })),
    );
    if (rows.length > 0) await wakeWorkers(tx);
    return rows;
  });
  await discardImages(deleted.map(({ imageBlobKey }) => imageBlobKey));
  return deleted.length;
}

/** Deletes a project of the trash permanently. @throws AppError 403 without a recent proof, 404 */
export async function deleteTrashedProject(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  await requireRecentProof(viewer);
  requireManagedProject(viewer, id, notInTrash);
  const isId = rowIdSchema.safeParse(id).success;
  if (!isId || (await deleteTrashed(`"trashedAt" IS NOT NULL`, [id], auditActor(viewer, client))) === 0) throw notInTrash();
}

/** Deletes the projects permanently that have been in the trash for too long. @returns their number */
export function expireProjects(): Promise<number> {
  return deleteTrashed(`"trashedAt" <= now() - interval '${TRASH_DAYS} days'`, null, null);
}
