import { recordAudit } from "../audit/mutations";
import { AppError } from "../errors";
import { Prisma } from "../generated/prisma/client";

export interface NewProject {
  name: string;
  safeName: string;
  description: string;
  /** Null when the account is gone meanwhile. */
  createdById: string | null;
  /** Becomes the project's current tree. */
  treeId: number;
}

/** The specification's words for a name that is taken. */
export const NAME_TAKEN = "A project with this name already exists. Please choose a different name.";

/** True when a write failed because another row has the same value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/**
 * Creates a project that shows a finished tree.
 * @param tx the transaction in which whoever made the tree notes that it is published
 * @returns its id
 * @throws AppError 409 when the name is taken; the transaction is lost then
 */
export async function createProject(tx: Prisma.TransactionClient, project: NewProject): Promise<string> {
  const { treeId, ...given } = project;
  const { id } = await tx.project.create({ data: { ...given, currentTreeId: treeId }, select: { id: true } }).catch((error: unknown) => {
    // Two imports of one name cannot run at once, but a project can be made while one runs.
    if (isUniqueViolation(error)) throw new AppError("conflict", NAME_TAKEN);
    throw error;
  });
  await tx.tree.update({ where: { id: treeId }, data: { projectId: id } });
  const creator = project.createdById ? await tx.account.findUnique({ where: { id: project.createdById } }) : null;
  await recordAudit(tx, {
    action: "project.created",
    actor: creator && { accountId: creator.id, email: creator.email },
    target: { type: "project", id, name: project.name },
  });
  return id;
}
