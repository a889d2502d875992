import { type AuditActor, auditActor, recordAudit } from "../../audit/mutations";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { inviteAccount } from "../invitations/mutations";
import { type AccountWork, changeAccount, createAccount } from "../mutations";
import { requireRecentProof } from "../proofs/policy";
import type { SuperadminViewer } from "../sessions/schema";
import { readAdmin } from "./data";
import type { AdminSummary, EditedAdmin, Limit, NewAdmin } from "./schema";

const GROUP_GONE = "A chosen group no longer exists.";

/** Sets what an admin is limited to. Maps that only the former limit opened close within 30 seconds. @param limit undefined keeps the present one */
function setLimit(limit: Limit | undefined, actor: AuditActor): AccountWork {
  return async (tx, { id, email }) => {
    if (limit === undefined) return;
    const groupIds = limit?.groups ?? [];
    const groups = await tx.group.findMany({ where: { id: { in: groupIds } }, select: { id: true, name: true }, orderBy: { id: "asc" } });
    if (groups.length < groupIds.length) throw new AppError("bad_request", GROUP_GONE, { fields: { limit: GROUP_GONE } });
    const former = await tx.account.findUniqueOrThrow({
      where: { id },
      select: { isLimited: true, managedGroups: { select: { group: { select: { id: true, name: true } } }, orderBy: { groupId: "asc" } } },
    });
    const stateOf = (isLimited: boolean, named: readonly { id: string; name: string }[]) => ({
      projects: isLimited ? "own and of groups" : "all",
      ...(isLimited && { groups: named.map((group) => ({ _id: group.id, name: group.name })) }),
    });
    const before = stateOf(
      former.isLimited,
      former.managedGroups.map(({ group }) => group),
    );
    const after = stateOf(limit !== null, groups);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await tx.account.update({ where: { id }, data: { isLimited: limit !== null }, select: { id: true } });
    await tx.managedGroup.deleteMany({ where: { accountId: id, groupId: { notIn: groupIds } } });
    await tx.managedGroup.createMany({ data: groupIds.map((groupId) => ({ accountId: id, groupId })), skipDuplicates: true });
    const target = { type: "account", id, name: email };
    await recordAudit(tx, { action: "account.changed", actor, target, details: { role: "admin", before, after } });
  };
}

/** Creates or invites an admin. @throws AppError 400 for an unknown group, 403 without a recent proof, 409 for an address that any account has */
export async function createAdmin(viewer: SuperadminViewer, { name, email, ...admin }: NewAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  const account = { role: "admin", name, email } as const;
  const actor = auditActor(viewer, client);
  const also = admin.limit ? setLimit(admin.limit, actor) : undefined;
  const id = admin.invite
    ? await inviteAccount(account, viewer, client, also)
    : await createAccount({ ...account, password: admin.password }, actor, { also });
  return readAdmin(viewer, id);
}

/** Changes an admin. @throws AppError 400 for an unknown group, 403 without a recent proof, 404 when no admin has this id, 409 for an address that another account has */
export async function editAdmin(viewer: SuperadminViewer, id: string, admin: EditedAdmin, client: Client): Promise<AdminSummary> {
  await requireRecentProof(viewer);
  const { limit, ...change } = admin;
  await changeAccount({ role: "admin", id } as const, change, viewer, client, setLimit(limit, auditActor(viewer, client)));
  return readAdmin(viewer, id);
}
