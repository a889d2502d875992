import { randomUUID } from "node:crypto";
import { recordAuditOf } from "../audit/mutations";
import type { Queryable } from "../db";
import { AppError } from "../errors";

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
