import { randomUUID } from "node:crypto";
import { type AuditEntry, recordAllBy, recordAuditOf } from "../audit/mutations";
import { type BlobKey, blobKeySchema } from "../blobs/store";
import type { Queryable } from "../db";
import { AppError } from "../errors";
import { monthStart } from "../stats/percent";

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
 * Deletes a project with its assignments, if it is there, and tells the audit trail of both; its trees and their bytes are the
 * caller's to delete, and so is its picture once the transaction has ended. Nothing else deletes a project: from what is told here, of the project and of each account that loses it,
 * the dashboards reckon how many there were when last month ended.
 * @param event whose doing it is, and what else is to be known of it
 * @returns blobs that only it showed, for deleteUnusedBlobs after the transaction: its picture
 */
export async function deleteProject(transaction: Queryable, id: string, event: Pick<AuditEntry, "actor" | "details">): Promise<BlobKey[]> {
  // Whoever is assigning it at this moment goes first, and is among those who lose it; a worker that is about to give it a picture
  // finds no project afterwards.
  await transaction.query({ text: `SELECT FROM "Project" WHERE id = $1 FOR UPDATE`, values: [id] });
  const { rows: withdrawn } = await transaction.query<WithdrawnAssignment>({
    text: `DELETE FROM "Assignment" s USING "Account" a WHERE s."projectId" = $1 AND a.id = s."accountId"
           RETURNING a.id AS "accountId", a.email, s."createdAt"`,
    values: [id],
  });
  const { rows: deleted } = await transaction.query<{ name: string; createdAt: Date; imageBlobKey: string | null }>({
    text: `DELETE FROM "Project" WHERE id = $1 RETURNING name, "createdAt", "imageBlobKey"`,
    values: [id],
  });
  const [project] = deleted;
  if (!project) return [];
  const { name, createdAt, imageBlobKey } = project;
  const at = new Date();
  const withdrawal = (of: WithdrawnAssignment): AuditEntry => ({
    action: "project.unassigned",
    actor: event.actor,
    at,
    target: { type: "account", id: of.accountId, name: of.email },
    details: { count: 1, assignedBeforeMonth: of.createdAt < monthStart(at) ? 1 : 0, projects: [{ _id: id, name }] },
  });
  const deletion: AuditEntry = {
    action: "project.deleted",
    actor: event.actor,
    at,
    target: { type: "project", id, name },
    details: { ...event.details, createdAt: createdAt.toISOString() },
  };
  await recordAllBy(transaction, [...withdrawn.map(withdrawal), deletion]);
  return imageBlobKey === null ? [] : [blobKeySchema.parse(imageBlobKey)];
}
