import { randomUUID } from "node:crypto";
import { rowIdSchema } from "../accounts/schema";
import type { AdminViewer } from "../accounts/sessions/schema";
import { type AuditEntry, auditActor, recordAllBy, recordAuditOf } from "../audit/mutations";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import { type Queryable, retryTransaction } from "../db";
import { AppError, notFound } from "../errors";
import type { Client } from "../http/client";
import { wakeWorkersBy } from "../jobs/wake-up";
import { logger } from "../logging/logger";
import { monthStart } from "../stats/percent";
import { deleteUnusedBlobs } from "../storage/garbage/unused-blobs";
import { findProjectDetails } from "./data";
import { uploadedMapUrl } from "./present";
import type { ProjectDetails, ProjectEdit } from "./schema";

export interface NewProject {
  name: string;
  safeName: string;
  description: string;
  /** Null when nobody is known. */
  createdById: string | null;
  /** Network address that its making was started from. */
  address: string | null;
  /** Becomes the project's current tree. */
  treeId: number;
}

/** The specification's words for a name that is taken. */
export const NAME_TAKEN = "A project with this name already exists. Please choose a different name.";

/** PostgreSQL's code for a row that another one excludes. */
const UNIQUE_VIOLATION = "23505";

/**
 * Creates a project that shows a finished tree.
 * @param transaction in which whoever made the tree notes that it is published
 * @returns its id
 * @throws AppError 409 when the name is taken; the transaction is lost then
 */
export async function createProject(transaction: Queryable, project: NewProject): Promise<string> {
  const id = randomUUID();
  const { name, safeName, description, createdById, address, treeId } = project;
  try {
    await transaction.query({
      text: `INSERT INTO "Project" (id, name, "safeName", description, "createdById", "currentTreeId") VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [id, name, safeName, description, createdById, treeId],
    });
  } catch (error) {
    // Two imports of one name cannot run at once, but a project of that name can be made while one runs.
    const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
    throw isTaken ? new AppError("conflict", NAME_TAKEN, { cause: error }) : error;
  }
  await transaction.query({ text: `UPDATE "Tree" SET "projectId" = $2 WHERE id = $1`, values: [treeId, id] });
  const target = { type: "project", id, name };
  await recordAuditOf(transaction, { ownerId: createdById, address }, { action: "project.created", target, details: { safeName } });
  return id;
}

interface WithdrawnAssignment {
  accountId: string;
  email: string;
  createdAt: Date;
}

/**
 * Takes a project away from these accounts, or from all that have it, and tells the audit trail of each: the dashboards of those
 * people reckon from here what they had when last month ended.
 */
async function withdrawProject(
  transaction: Queryable,
  project: { id: string; name: string },
  accountIds: readonly string[] | null,
  { actor, at }: Pick<AuditEntry, "actor"> & { at: Date },
): Promise<void> {
  const { rows } = await transaction.query<WithdrawnAssignment>({
    text: `DELETE FROM "Assignment" s USING "Account" a WHERE s."projectId" = $1 AND a.id = s."accountId" AND ($2::uuid[] IS NULL OR a.id = ANY ($2))
           RETURNING a.id AS "accountId", a.email, s."createdAt"`,
    values: [project.id, accountIds],
  });
  const withdrawal = (of: WithdrawnAssignment): AuditEntry => ({
    action: "project.unassigned",
    actor,
    at,
    target: { type: "account", id: of.accountId, name: of.email },
    details: { count: 1, assignedBeforeMonth: of.createdAt < monthStart(at) ? 1 : 0, projects: [{ _id: project.id, name: project.name }] },
  });
  await recordAllBy(transaction, rows.map(withdrawal));
}

/**
 * Deletes a project with its assignments, if it is there, and tells the audit trail of both. It lets go of its trees, which a sweep of
 * the worker drops (jobs.ts), unless the caller does; its picture is the caller's to delete once the transaction has ended. Nothing
 * else deletes a project: from what is told here, of the project and of each account that loses it, the dashboards reckon how many
 * there were when last month ended.
 * @param event whose doing it is, and what else is to be known of it
 * @returns blobs that only it showed, for deleteUnusedBlobs after the transaction: its picture
 */
export async function deleteProject(transaction: Queryable, id: string, event: Pick<AuditEntry, "actor" | "details">): Promise<BlobKey[]> {
  // Whoever is assigning it at this moment goes first, and is among those who lose it; a worker that is about to give it a picture
  // finds no project afterwards.
  const { rows: found } = await transaction.query<{ name: string; createdAt: Date; imageBlobKey: string | null }>({
    text: `SELECT name, "createdAt", "imageBlobKey" FROM "Project" WHERE id = $1 FOR UPDATE`,
    values: [id],
  });
  const [project] = found;
  if (!project) return [];
  const { name, createdAt, imageBlobKey } = project;
  const [actor, at] = [event.actor, new Date()];
  await withdrawProject(transaction, { id, name }, null, { actor, at });
  // Its maps and its trash are nobody's now; the worker drops them with their bytes.
  await transaction.query({ text: `UPDATE "Tree" SET "projectId" = NULL, "retiredAt" = now() WHERE "projectId" = $1`, values: [id] });
  await transaction.query({ text: `DELETE FROM "Project" WHERE id = $1`, values: [id] });
  const details = { ...event.details, createdAt: createdAt.toISOString() };
  await recordAllBy(transaction, [{ action: "project.deleted", actor, at, target: { type: "project", id, name }, details }]);
  return imageBlobKey === null ? [] : [blobKeySchema.parse(imageBlobKey)];
}

const PROJECT_GONE = "This project no longer exists.";

interface EditableProject {
  name: string;
  safeName: string;
  description: string;
  mapUrl: string | null;
}

/** What stands there after the edit, of what it changes. */
function changesOf(
  project: EditableProject,
  { description, mapUrl }: ProjectEdit,
): Partial<Pick<EditableProject, "description" | "mapUrl">> {
  const own = uploadedMapUrl(project.safeName);
  const isOwn = mapUrl === "" || mapUrl === own || `${mapUrl}/` === own;
  const wanted = {
    ...(description !== undefined && { description }),
    ...(mapUrl !== undefined && { mapUrl: isOwn ? null : mapUrl }),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => project[field as keyof typeof wanted] !== value));
}

/**
 * Changes a project, and takes it away from some who have it. What is as it was is not written, nor told of.
 * @throws AppError 404 when there is none of this id
 */
export async function editProject(viewer: AdminViewer, id: string, edit: ProjectEdit, client: Client): Promise<ProjectDetails> {
  if (!rowIdSchema.safeParse(id).success) throw notFound(PROJECT_GONE);
  const actor = auditActor(viewer, client);
  // Somebody who edits a user at this moment may hold what is needed here, and wait for what is held here.
  await retryTransaction(async (transaction) => {
    const { rows } = await transaction.query<EditableProject>({
      text: `SELECT name, "safeName", description, nullif("mapUrl", '') AS "mapUrl" FROM "Project" WHERE id = $1 FOR NO KEY UPDATE`,
      values: [id],
    });
    const [project] = rows;
    if (!project) throw notFound(PROJECT_GONE);
    const after = changesOf(project, edit);
    const changed = Object.keys(after) as (keyof typeof after)[];
    if (changed.length > 0) {
      const { description, mapUrl } = { ...project, ...after };
      await transaction.query({
        text: `UPDATE "Project" SET description = $2, "mapUrl" = $3, "updatedAt" = now() WHERE id = $1`,
        values: [id, description, mapUrl],
      });
      const before = Object.fromEntries(changed.map((field) => [field, project[field]]));
      const target = { type: "project", id, name: project.name };
      await recordAllBy(transaction, [{ action: "project.changed", actor, target, details: { before, after } }]);
      // Another map wants another picture.
      await wakeWorkersBy(transaction);
    }
    if (edit.deassignUserIds.length > 0) {
      await withdrawProject(transaction, { id, name: project.name }, edit.deassignUserIds, { actor, at: new Date() });
    }
  });
  const details = await findProjectDetails(viewer, id);
  if (!details) throw notFound(PROJECT_GONE);
  return details;
}

/**
 * Deletes a project with everything that belongs to it. What takes its time with large maps, their files, is left to the worker
 * (jobs.ts). An import that is still checking its files finds it gone, and ends.
 * @throws AppError 400 for what is no id, 404 when there is no project of it
 */
export async function removeProject(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  if (!rowIdSchema.safeParse(id).success) throw new AppError("bad_request", "Invalid project selected for deletion");
  const pictures = await retryTransaction(async (transaction) => {
    // An import that publishes or fails holds its own row, and then wants the project's: the same order here.
    const { rows: imports } = await transaction.query<{ id: string }>({
      text: `SELECT id FROM "Import" WHERE "safeName" = (SELECT "safeName" FROM "Project" WHERE id = $1) ORDER BY id FOR UPDATE`,
      values: [id],
    });
    const { rows } = await transaction.query<{ safeName: string; fileCount: number; byteCount: number }>({
      text: `SELECT p."safeName", coalesce(t."fileCount", 0) AS "fileCount", coalesce(t."byteCount", 0) AS "byteCount"
               FROM "Project" p LEFT JOIN "Tree" t ON t.id = p."currentTreeId" WHERE p.id = $1 FOR UPDATE OF p`,
      values: [id],
    });
    const [project] = rows;
    if (!project) throw notFound(PROJECT_GONE);
    // Whoever deletes it knows why their own import of it comes to nothing.
    await transaction.query({
      text: `UPDATE "Import" SET "dismissedAt" = now() WHERE id = ANY ($1) AND status NOT IN ('complete', 'failed') AND "ownerId" = $2`,
      values: [imports.map((row) => row.id), viewer.accountId],
    });
    const keys = await deleteProject(transaction, id, { actor: auditActor(viewer, client), details: { ...project } });
    await wakeWorkersBy(transaction);
    return keys;
  });
  await deleteUnusedBlobs(pictures).catch((error: unknown) => logger.warn({ err: error, projectId: id }, "picture left to the sweep"));
}
