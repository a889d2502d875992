import { randomUUID } from "node:crypto";
import { findUnknown } from "../accounts/access/data";
import { assignProjectTo, withdrawProject } from "../accounts/assignments/mutations";
import { limitedId, requireManagedProject } from "../accounts/limits/policy";
import { recordAuditOf } from "../accounts/mutations";
import { addNotices } from "../accounts/notices/mutations";
import { rowIdSchema } from "../accounts/schema";
import type { AdminViewer, Viewer } from "../accounts/sessions/schema";
import { USER_GONE } from "../accounts/users/schema";
import { findLastChange } from "../audit/data";
import { type AuditActor, type AuditEntry, auditActor, recordAudits } from "../audit/mutations";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { db } from "../db/client";
import { execute, queryRows } from "../db/query";
import { isUniqueViolation, retryTransaction, type Transaction } from "../db/transaction";
import { IS_VISIBLE, isVisible, visibleProjects } from "../db/visible";
import { env } from "../env";
import { AppError } from "../errors";
import type { Prisma, Project } from "../generated/prisma/client";
import type { Client } from "../http/client";
import { notify, wakeWorkers } from "../jobs/notifications";
import { releaseBlobs } from "../storage/mutations";
import { findEntriesBy } from "../trees/data";
import { abandonTrees, setTreeImage, showTree } from "../trees/mutations";
import { setStartPage } from "../trees/start-page/data";
import { isPage } from "../trees/start-page/rank";
import { projectGone, readProjectDetails } from "./data";
import { openingValues, opens } from "./policy";
import { uploadedMapUrl } from "./present";
import { DESCRIPTION_MAX, DESCRIPTION_TOO_LONG, type ProjectDetails, type ProjectEdit } from "./schema";

export interface NewProject {
  name: string;
  safeName: string;
  description: string;
  createdById: string | null;
  address: string | null;
  treeId: number;
}

export const NAME_TAKEN = "A project with this name already exists. Please choose a different name.";

/** A project whose row is locked until the transaction ends. */
export type LockedProject = Omit<Project, "currentTreeId"> & { currentTreeId: number | null };

/** Locks a project, with `NO KEY UPDATE` not against new rows that refer to it. @returns null when it is gone */
export async function lockProject(tx: Transaction, id: string, mode: "UPDATE" | "NO KEY UPDATE" = "UPDATE"): Promise<LockedProject | null> {
  const text = `SELECT * FROM ${visibleProjects} project WHERE id = $1 FOR ${mode}`;
  const [project] = await queryRows<LockedProject>(tx, { text, values: [id] });
  return project ?? null;
}

/** Returns the project whose map an import is going to replace, or null */
export async function findReplaced(tx: Prisma.TransactionClient, id: string) {
  return await tx.project.findFirst({ where: { id, ...isVisible }, select: { id: true, name: true, safeName: true, description: true } });
}

/** Returns true when a project has this safe name */
export async function hasSafeName(tx: Prisma.TransactionClient, safeName: string): Promise<boolean> {
  return (await tx.project.count({ where: { safeName, ...isVisible } })) > 0;
}

/** Shows a tree in a project that had none. */
export async function setCurrentTree(tx: Transaction, projectId: string, treeId: number): Promise<void> {
  await showTree(tx, projectId, treeId);
  await execute(tx, { text: `UPDATE "Project" SET "currentTreeId" = $2 WHERE id = $1 AND ${IS_VISIBLE}`, values: [projectId, treeId] });
}

/** Records an edit of a map's files. A worker then renders another thumbnail of this version. */
export async function recordMapEdit(tx: Transaction, projectId: string, treeId: number): Promise<void> {
  const outdated = await setTreeImage(tx, treeId, null);
  if (outdated !== null) await releaseBlobs(tx, [outdated]);
  await tx.project.updateMany({ where: { id: projectId, ...isVisible }, data: { imageOf: null } });
  await wakeWorkers(tx);
}

/** Creates a project that shows a tree. @returns its id @throws AppError 409 for a taken name; the transaction is then lost */
export async function createProject(tx: Transaction, project: NewProject): Promise<string> {
  const id = randomUUID();
  const { name, safeName, description, createdById, address, treeId } = project;
  try {
    await tx.project.create({ data: { id, name, safeName, description, createdById, currentTreeId: treeId } });
  } catch (error) {
    // A project of that name may have been created while the import ran.
    throw isUniqueViolation(error) ? new AppError("conflict", NAME_TAKEN, { cause: error }) : error;
  }
  await showTree(tx, id, treeId);
  const target = { type: "project", id, name };
  await recordAuditOf(tx, { ownerId: createdById, address }, { action: "project.created", target, details: { safeName } });
  return id;
}

export async function deleteProject(tx: Transaction, id: string, event: Pick<AuditEntry, "actor" | "details">): Promise<BlobKey[]> {
  // Locks assignments first, so that concurrent ones are among those withdrawn.
  const project = await lockProject(tx, id);
  if (!project) return [];
  const { name, createdAt, imageBlobKey } = project;
  const [actor, at] = [event.actor, new Date()];
  await withdrawProject(tx, { id, name }, null, { actor, at });
  await abandonTrees(tx, id);
  await tx.project.deleteMany({ where: { id } });
  const details = { ...event.details, createdAt: createdAt.toISOString() };
  await recordAudits(tx, [{ action: "project.deleted", actor, at, target: { type: "project", id, name }, details }]);
  return imageBlobKey === null ? [] : [blobKeySchema.parse(imageBlobKey)];
}

/** Settings of a map, which are columns of a project. */
const SETTINGS = ["allowsLocation", "allowsCamera", "allowsRouting", "allowsSharedMemory", "allowsSharing"] as const;

type EditedFields = Pick<Project, "description" | "mapUrl" | (typeof SETTINGS)[number]>;
type EditableProject = EditedFields & Pick<LockedProject, "name" | "safeName" | "currentTreeId">;

/** Pages of the application must not be framed as a map, and maps have addresses of their own. @throws AppError 400 */
function requireElsewhere(mapUrl: string): void {
  const { host } = new URL(mapUrl);
  const [app, maps] = [new URL(env().appOrigin).host, new URL(env().mapsOrigin).host];
  const isOurs = host === app || host === maps || (env().isolatesMaps && host.endsWith(`.${maps}`));
  const message = "Map URL must not be an address of Sea-Vision.";
  if (isOurs) throw new AppError("bad_request", message, { fields: { mapUrl: message } });
}

/** Only a description that the project already has may exceed the limit. @throws AppError 400 */
function requireShort(description: string, before: string): void {
  if (description.length <= DESCRIPTION_MAX || description === before.trim()) return;
  throw new AppError("bad_request", DESCRIPTION_TOO_LONG, { fields: { description: DESCRIPTION_TOO_LONG } });
}

function changesOf(project: EditableProject, { description, mapUrl, ...edit }: ProjectEdit): Partial<EditedFields> {
  const own = uploadedMapUrl(project.safeName);
  const isOwn = mapUrl === "" || mapUrl === own || `${mapUrl}/` === own;
  if (mapUrl !== undefined && !isOwn) requireElsewhere(mapUrl);
  if (description !== undefined) requireShort(description, project.description);
  const wanted = {
    ...(description !== undefined && { description }),
    ...(mapUrl !== undefined && { mapUrl: isOwn ? null : mapUrl }),
    ...Object.fromEntries(SETTINGS.flatMap((setting) => (edit[setting] === undefined ? [] : [[setting, edit[setting]]]))),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => project[field as keyof EditedFields] !== value));
}

/** Chooses the page that a project's map begins with. @throws AppError 400 when the map has no such page */
async function editStartPage(
  tx: Transaction,
  { name, currentTreeId: treeId }: EditableProject,
  startPage: string | undefined,
  { id, actor }: { id: string; actor: AuditActor },
): Promise<void> {
  if (startPage === undefined) return;
  const [page] = treeId === null ? [] : await findEntriesBy(tx, [{ root: { treeId }, path: startPage.split("/") }]);
  const message = "The map has no such page.";
  if (treeId === null || page?.kind !== "file" || !isPage(startPage)) {
    throw new AppError("bad_request", message, { fields: { startPage: message } });
  }
  await setStartPage(treeId, startPage, tx);
  await recordAudits(tx, [{ action: "project.changed", actor, target: { type: "project", id, name }, details: { after: { startPage } } }]);
  await recordMapEdit(tx, id, treeId);
}

type Field = keyof EditedFields;

const atFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });

/** Checks that no field to change has changed since the editor saw it. @throws AppError 409 with who changed which field */
async function requireUnchanged(tx: Transaction, id: string, project: EditableProject, changed: readonly Field[], edit: ProjectEdit) {
  const { before = {} } = edit;
  const overtaken = changed.filter((field) => before[field] !== undefined && before[field] !== (project[field] ?? ""));
  if (overtaken.length === 0) return;
  const fields: Record<string, string> = {};
  for (const field of overtaken) {
    const last = await findLastChange(tx, { type: "project", id }, field);
    const who = last ? `${last.actorEmail ?? "A deleted account"} changed this on ${atFormat.format(last.at)} UTC` : "This was changed";
    fields[field] = `${who} to ${describeValue(project[field])}.`;
  }
  throw new AppError("conflict", "This project was changed meanwhile. Nothing was saved.", { fields });
}

function describeValue(value: string | boolean | null): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value ? `“${value}”` : "nothing";
}

/** Assigns a project to users, and mails those who lacked it. @throws AppError 400 for one that is missing or that a limited admin doesn't see */
async function assignUsers(
  tx: Transaction,
  viewer: AdminViewer,
  project: { id: string; name: string },
  userIds: readonly string[],
  event: { actor: AuditActor; at: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  const isUnknown = await findUnknown(tx, limitedId(viewer), { projectId: project.id, people: userIds });
  const { users, addedIds } = await assignProjectTo(tx, project, userIds, event);
  if (isUnknown || users < new Set(userIds).size) {
    throw new AppError("bad_request", USER_GONE, { fields: { assignUserIds: USER_GONE } });
  }
  await addNotices(tx, addedIds, { kind: "maps-assigned", names: [project.name], count: 1 });
}

/** Changes a project, assigns it to some users and withdraws it from others. @throws AppError 400 for an unknown user, 404, 409 */
export async function editProject(viewer: AdminViewer, id: string, edit: ProjectEdit, client: Client): Promise<ProjectDetails> {
  requireManagedProject(viewer, id, projectGone);
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const actor = auditActor(viewer, client);
  // A concurrent edit of a user may lock the same rows in another order.
  await retryTransaction(async (tx) => {
    const locked = await lockProject(tx, id, "NO KEY UPDATE");
    if (!locked) throw projectGone();
    const project = { ...locked, mapUrl: locked.mapUrl || null };
    const after = changesOf(project, edit);
    const changed = Object.keys(after) as Field[];
    await requireUnchanged(tx, id, project, changed, edit);
    if (changed.length > 0) {
      await tx.project.updateMany({ where: { id }, data: after });
      const before = Object.fromEntries(changed.map((field) => [field, project[field]]));
      const target = { type: "project", id, name: project.name };
      await recordAudits(tx, [{ action: "project.changed", actor, target, details: { before, after } }]);
      // Another map needs another thumbnail.
      await wakeWorkers(tx);
      // The maps processes remember the settings with the right to open the map.
      if (SETTINGS.some((setting) => after[setting] !== undefined)) await notify(tx, "sea_vision_rights", `project:${id}`);
    }
    await editStartPage(tx, project, edit.startPage, { id, actor });
    const [assigned, event] = [
      { id, name: project.name },
      { actor, at: new Date() },
    ];
    await assignUsers(tx, viewer, assigned, edit.assignUserIds, event);
    if (edit.deassignUserIds.length > 0) await withdrawProject(tx, assigned, edit.deassignUserIds, event);
  });
  return readProjectDetails(viewer, id);
}

const addFavourite = `INSERT INTO "Favourite" ("accountId", "projectId") SELECT $3, id FROM openable ON CONFLICT DO NOTHING`;
const removeFavourite = `DELETE FROM "Favourite" WHERE "accountId" = $3 AND "projectId" IN (SELECT id FROM openable)`;

/** Adds a project to the viewer's favourites, or removes it. @throws AppError 404 without a project of this id that the viewer may open */
export async function changeFavourite(viewer: Viewer, id: string, isFavourite: boolean): Promise<{ isFavourite: boolean }> {
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const found = await execute(db(), {
    text: `WITH openable AS (
             SELECT p.id FROM ${visibleProjects} p WHERE p.id = $1 AND ${opens("p.id", 2)} FOR KEY SHARE
           ), changed AS (${isFavourite ? addFavourite : removeFavourite})
           SELECT FROM openable`,
    values: [id, ...openingValues(viewer)],
  });
  if (found === 0) throw projectGone();
  return { isFavourite };
}
