import { type AuditActor, type AuditEntry, type AuditOrigin, recordAuditBy, recordAuditOf } from "../../audit/mutations";
import { type Queryable, withTransaction } from "../../db";
import { notFound } from "../../errors";
import { wakeWorkersBy } from "../../jobs/wake-up";
import { dropTrees } from "../../trees/mutations";
import { FORMER_VERSIONS_KEPT } from "./schema";

/** A project that nobody else changes until the transaction ends. */
export interface LockedProject {
  id: string;
  name: string;
  safeName: string;
  currentTreeId: number | null;
}

/** Locks a project; whatever changes which tree it shows comes by here first. @returns null when it is gone */
export async function lockProject(transaction: Queryable, projectId: string): Promise<LockedProject | null> {
  const { rows } = await transaction.query<LockedProject>({
    text: `SELECT id, name, "safeName", "currentTreeId" FROM "Project" WHERE id = $1 FOR UPDATE`,
    values: [projectId],
  });
  return rows[0] ?? null;
}

/** Makes a tree the one that the project shows. The one before is retired at this moment, not at that of the transaction's begin: their order counts. */
async function show(transaction: Queryable, projectId: string, treeId: number): Promise<void> {
  await transaction.query({
    text: `UPDATE "Tree" SET "retiredAt" = clock_timestamp() WHERE "projectId" = $1 AND kind = 'project' AND "retiredAt" IS NULL AND id <> $2`,
    values: [projectId, treeId],
  });
  await transaction.query({ text: `UPDATE "Tree" SET "projectId" = $1, "retiredAt" = NULL WHERE id = $2`, values: [projectId, treeId] });
  await transaction.query({
    text: `UPDATE "Project" SET "currentTreeId" = $2, "updatedAt" = now() WHERE id = $1`,
    values: [projectId, treeId],
  });
}

/** What replaces a map: a finished tree, who began it, and what is in it. */
export interface Replacement extends AuditOrigin {
  treeId: number;
  filesTotal: number;
  /** Bytes, inflated. */
  bytesTotal: number;
}

/**
 * Puts a finished tree in the place of the one that a project shows, which is kept. Address, assignments and settings stay.
 * @returns the project's id
 */
export async function replaceMap(transaction: Queryable, project: LockedProject, replacement: Replacement): Promise<string> {
  const { id, name, safeName } = project;
  const { treeId, filesTotal: files, bytesTotal: bytes } = replacement;
  await show(transaction, id, treeId);
  const target = { type: "project", id, name };
  await recordAuditOf(transaction, replacement, { action: "project.map-replaced", target, details: { safeName, files, bytes } });
  return id;
}

/** Drops the former trees of a project but for those that were current last. What is interrupted here the next replacement does. */
export async function dropOldVersions(projectId: string): Promise<void> {
  await withTransaction(async (transaction) => {
    // Order of locks: import, project. Those that made the trees are changed with them; the one that is running is left alone.
    await transaction.query({
      text: `SELECT FROM "Import" WHERE "treeId" IN (SELECT id FROM "Tree" WHERE "projectId" = $1 AND "retiredAt" IS NOT NULL) ORDER BY id FOR UPDATE`,
      values: [projectId],
    });
    await lockProject(transaction, projectId);
    const { rows } = await transaction.query<{ id: number }>({
      text: `SELECT id FROM "Tree" WHERE "projectId" = $1 AND "retiredAt" IS NOT NULL ORDER BY "retiredAt" DESC, id DESC OFFSET $2`,
      values: [projectId, FORMER_VERSIONS_KEPT],
    });
    if (rows.length === 0) return;
    await dropTrees(
      transaction,
      rows.map(({ id }) => id),
    );
    await wakeWorkersBy(transaction);
  });
}

/** A map that turned out to be damaged. */
export interface Withdrawal {
  projectId: string;
  treeId: number;
  details: AuditEntry["details"];
}

/**
 * Takes a tree from a project, where it is the current one, and shows the tree that was retired last; when there is none, none.
 * The tree itself is the caller's to drop.
 * @returns true when a former tree is shown instead
 */
export async function withdrawMap(transaction: Queryable, { projectId, treeId, details }: Withdrawal): Promise<boolean> {
  const project = await lockProject(transaction, projectId);
  // Somebody has gone back to another one meanwhile.
  if (project?.currentTreeId !== treeId) return false;
  const { rows } = await transaction.query<{ id: number }>({
    text: `SELECT id FROM "Tree" WHERE "projectId" = $1 AND "retiredAt" IS NOT NULL ORDER BY "retiredAt" DESC, id DESC LIMIT 1`,
    values: [projectId],
  });
  const [former] = rows;
  if (!former) return false;
  await show(transaction, projectId, former.id);
  await recordAuditBy(transaction, {
    action: "project.map-restored",
    actor: null,
    target: { type: "project", id: projectId, name: project.name },
    details,
  });
  await wakeWorkersBy(transaction);
  return true;
}

/**
 * Makes a map that a project has shown before the one that it shows. Doing it twice changes nothing.
 * @param treeId the version's id
 * @throws AppError 404 when the project or the version is gone
 */
export async function makeCurrent(projectId: string, treeId: number, actor: AuditActor): Promise<void> {
  await withTransaction(async (transaction) => {
    const project = await lockProject(transaction, projectId);
    if (!project) throw notFound("Project not found.");
    const { rowCount } = await transaction.query({
      text: `SELECT FROM "Tree" WHERE id = $1 AND "projectId" = $2 AND kind = 'project'`,
      values: [treeId, projectId],
    });
    if (rowCount === 0) throw notFound("This version of the map is no longer kept.");
    if (project.currentTreeId === treeId) return;
    await show(transaction, projectId, treeId);
    const target = { type: "project", id: projectId, name: project.name };
    await recordAuditBy(transaction, { action: "project.map-restored", actor, target, details: { version: String(treeId) } });
    // Another picture is to be made.
    await wakeWorkersBy(transaction);
  });
}
