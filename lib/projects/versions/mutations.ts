import { type AuditOrigin, recordAuditOf } from "../../accounts/mutations";
import { type AuditActor, type AuditEntry, recordAudit } from "../../audit/mutations";
import { inTransaction, type Transaction } from "../../db/transaction";
import { isVisible } from "../../db/visible";
import { notFound } from "../../errors";
import { wakeWorkers } from "../../jobs/notifications";
import { dropTrees } from "../../storage/mutations";
import { isTreeOf, listRetiredTrees } from "../../trees/data";
import { noteTree, showTree } from "../../trees/mutations";
import { showVersionImage } from "../images/mutations";
import { type LockedProject, lockProject } from "../mutations";
import { lockImportsInto } from "../references/imports";
import { FORMER_VERSIONS_KEPT, type NoteEdit } from "./schema";

async function show(tx: Transaction, projectId: string, treeId: number): Promise<void> {
  await showTree(tx, projectId, treeId);
  await tx.project.updateMany({ where: { id: projectId, ...isVisible }, data: { currentTreeId: treeId } });
  await showVersionImage(tx, projectId);
}

export interface Replacement extends AuditOrigin {
  treeId: number;
  filesTotal: number;
  bytesTotal: number;
}

/** Replaces the map of a project; the former one is kept. @returns the project's id */
export async function replaceMap(tx: Transaction, project: LockedProject, replacement: Replacement): Promise<string> {
  const { id, name, safeName } = project;
  const { treeId, filesTotal: files, bytesTotal: bytes } = replacement;
  await show(tx, id, treeId);
  const target = { type: "project", id, name };
  await recordAuditOf(tx, replacement, { action: "project.map-replaced", target, details: { safeName, files, bytes } });
  return id;
}

/** Drops former trees beyond the kept ones. The next replacement continues after an interruption. */
export async function dropOldVersions(projectId: string): Promise<void> {
  await inTransaction(async (tx) => {
    // Order of locks: import, project. Imports change with their trees.
    await lockImportsInto(tx, await listRetiredTrees(tx, projectId));
    await lockProject(tx, projectId);
    const old = (await listRetiredTrees(tx, projectId)).slice(FORMER_VERSIONS_KEPT);
    if (old.length === 0) return;
    await dropTrees(tx, old);
    await wakeWorkers(tx);
  });
}

export interface Withdrawal {
  projectId: string;
  treeId: number;
  details: AuditEntry["details"];
}

/** Shows the former tree instead of a current one, which the caller drops. @returns false when there is none or it isn't current */
export async function withdrawMap(tx: Transaction, { projectId, treeId, details }: Withdrawal): Promise<boolean> {
  const project = await lockProject(tx, projectId);
  // Another version was made current meanwhile.
  if (project?.currentTreeId !== treeId) return false;
  const [former] = await listRetiredTrees(tx, projectId);
  if (former === undefined) return false;
  await show(tx, projectId, former);
  const target = { type: "project", id: projectId, name: project.name };
  await recordAudit(tx, { action: "project.map-restored", actor: null, target, details });
  await wakeWorkers(tx);
  return true;
}

/** Locks the project of a version. @throws AppError 404 when the project or the version is gone */
async function lockVersion(tx: Transaction, projectId: string, treeId: number): Promise<LockedProject> {
  const project = await lockProject(tx, projectId);
  if (!project) throw notFound("Project not found.");
  if (!(await isTreeOf(projectId, treeId, null, tx))) throw notFound("This version of the map is no longer kept.");
  return project;
}

/** Changes the note of a version. Idempotent. @throws AppError 404 when the project or the version is gone */
export async function editNote(projectId: string, { versionId, note }: NoteEdit, actor: AuditActor): Promise<void> {
  await inTransaction(async (tx) => {
    const { name } = await lockVersion(tx, projectId, versionId);
    const before = await noteTree(tx, versionId, note);
    if (before === note) return;
    const details = { version: String(versionId), before, after: note };
    await recordAudit(tx, { action: "project.version-noted", actor, target: { type: "project", id: projectId, name }, details });
  });
}

/** Makes a former map the current one. Idempotent. @throws AppError 404 when the project or the version is gone */
export async function makeCurrent(projectId: string, treeId: number, actor: AuditActor): Promise<void> {
  await inTransaction(async (tx) => {
    const project = await lockVersion(tx, projectId, treeId);
    if (project.currentTreeId === treeId) return;
    await show(tx, projectId, treeId);
    const target = { type: "project", id: projectId, name: project.name };
    await recordAudit(tx, { action: "project.map-restored", actor, target, details: { version: String(treeId) } });
    await wakeWorkers(tx);
  });
}
