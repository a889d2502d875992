import { type AuditActor, auditActor, recordAudit } from "../../audit/mutations";
import { queryRows } from "../../db/query";
import { isUniqueViolation, retryTransaction, type Transaction } from "../../db/transaction";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { covers, requireUnlimited } from "../limits/policy";
import { replaceGroupProjects } from "../references/managed-projects";
import { rowIdSchema } from "../schema";
import type { AdminViewer } from "../sessions/schema";
import { PROJECT_GONE } from "../users/schema";
import { groupGone, readGroup } from "./data";
import type { Group, GroupInput } from "./schema";

export interface LockedGroup {
  id: string;
  name: string;
  description: string;
  claimValues: string[];
}

export const targetOf = ({ id, name }: Pick<LockedGroup, "id" | "name">) => ({ type: "group", id, name });

/** Locks a group that the viewer manages, so that changes of one group are serialized. @throws AppError 404 */
export async function lockGroup(tx: Transaction, viewer: AdminViewer, id: string): Promise<LockedGroup> {
  if (!covers(viewer.limit?.groupIds ?? null, id)) throw groupGone();
  if (!rowIdSchema.safeParse(id).success) throw groupGone();
  const [group] = await queryRows<LockedGroup>(tx, {
    text: `SELECT id, name, description, "claimValues" FROM "Group" WHERE id = $1 FOR UPDATE`,
    values: [id],
  });
  if (!group) throw groupGone();
  return group;
}

const NAME_TAKEN = "Another group has this name.";

/** As retryTransaction. @throws AppError 409 when another group has the name in any case */
async function unlessNameTaken<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await retryTransaction(work);
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError("conflict", NAME_TAKEN, { fields: { name: NAME_TAKEN } }) : error;
  }
}

/** Projects that an event of the audit trail names; of the others only the number is recorded. */
const NAMED_IN_EVENT = 20;

async function giveProjects(tx: Transaction, group: Pick<LockedGroup, "id" | "name">, projectIds: readonly string[], actor: AuditActor) {
  const changed = await replaceGroupProjects(tx, group.id, projectIds);
  if (!changed) throw new AppError("bad_request", PROJECT_GONE, { fields: { projects: PROJECT_GONE } });
  for (const isGiven of [true, false]) {
    const projects = changed.filter((project) => project.isGiven === isGiven).map(({ _id, name }) => ({ _id, name }));
    if (projects.length === 0) continue;
    const action = isGiven ? "group.projects-given" : "group.projects-withdrawn";
    const details = { count: projects.length, projects: projects.slice(0, NAMED_IN_EVENT) };
    await recordAudit(tx, { action, actor, target: targetOf(group), details });
  }
}

/** Creates a group. @throws AppError 400 when a project is gone, 403 for a limited admin, 409 for a used name */
export async function createGroup(viewer: AdminViewer, { projects, ...input }: GroupInput, client: Client): Promise<Group> {
  requireUnlimited(viewer);
  const actor = auditActor(viewer, client);
  const id = await unlessNameTaken(async (tx) => {
    const group = await tx.group.create({ data: { ...input, createdById: viewer.accountId }, select: { id: true, name: true } });
    const { description, claimValues } = input;
    await recordAudit(tx, { action: "group.created", actor, target: targetOf(group), details: { description, claimValues } });
    await giveProjects(tx, group, projects, actor);
    return group.id;
  });
  return readGroup(viewer, id);
}

/** Changes a group and its projects. @throws AppError 400 when a project is gone, 403 for a limited admin, 404, 409 for a used name */
export async function editGroup(viewer: AdminViewer, id: string, { projects, ...input }: GroupInput, client: Client): Promise<Group> {
  requireUnlimited(viewer);
  const actor = auditActor(viewer, client);
  await unlessNameTaken(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    const fields = ["name", "description", "claimValues"] as const;
    const changed = fields.filter((field) => JSON.stringify(group[field]) !== JSON.stringify(input[field]));
    if (changed.length > 0) {
      await tx.group.update({ where: { id: group.id }, data: input, select: { id: true } });
      const valuesOf = (of: Pick<LockedGroup, (typeof fields)[number]>) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      const details = { before: valuesOf(group), after: valuesOf(input) };
      await recordAudit(tx, { action: "group.changed", actor, target: targetOf({ ...group, ...input }), details });
    }
    await giveProjects(tx, { id: group.id, name: input.name }, projects, actor);
  });
  return readGroup(viewer, id);
}

/** Deletes a group. Its members lose what only it gave them. @throws AppError 403 for a limited admin, 404 */
export async function deleteGroup(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  requireUnlimited(viewer);
  await retryTransaction(async (tx) => {
    const group = await lockGroup(tx, viewer, id);
    const members = await tx.groupMember.count({ where: { groupId: group.id } });
    await tx.group.delete({ where: { id: group.id }, select: { id: true } });
    await recordAudit(tx, { action: "group.deleted", actor: auditActor(viewer, client), target: targetOf(group), details: { members } });
  });
}
