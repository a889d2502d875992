import pLimit from "p-limit";
import { auditActor, recordAudit } from "../../audit/mutations";
import { isLive, queryRows } from "../../db/query";
import { retryTransaction, type Transaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import type { Client } from "../../http/client";
import { findAccountEmails } from "../data";
import { inviteAccount } from "../invitations/mutations";
import { limitedId } from "../limits/policy";
import { requireRecentProof } from "../proofs/policy";
import { seesAccount } from "../references/managed-projects";
import type { AdminViewer } from "../sessions/schema";
import { readGroup } from "./data";
import { type LockedGroup, lockGroup, targetOf } from "./mutations";
import type { AddMembers, MemberEnd } from "./schema";

/** Members that an event of the audit trail names; of the others only the number is recorded. */
const NAMED_IN_EVENT = 20;

interface Member {
  id: string;
  email: string;
}

export const memberDetails = (members: readonly Member[]) => ({
  count: members.length,
  members: members.slice(0, NAMED_IN_EVENT).map(({ id, email }) => ({ _id: id, name: email })),
});

/** Invites the addresses that no account has. @returns their number @throws AppError 403 without a recent proof */
async function inviteNew(viewer: AdminViewer, addresses: readonly string[], client: Client): Promise<number> {
  const known = await findAccountEmails(addresses);
  const unknown = addresses.filter((address) => !known.has(address));
  if (unknown.length === 0) return 0;
  await requireRecentProof(viewer);
  const limit = pLimit(4);
  const invite = (email: string) => inviteAccount({ role: "user", name: email, email }, viewer, client);
  const invitations = await Promise.allSettled(unknown.map((email) => limit(() => invite(email))));
  for (const one of invitations) {
    // The account was created meanwhile.
    const isKnown = one.status === "rejected" && one.reason instanceof AppError && one.reason.fields?.["email"];
    if (one.status === "rejected" && !isKnown) throw one.reason;
  }
  return invitations.filter(({ status }) => status === "fulfilled").length;
}

/** Adds the users of some addresses, and renews memberships that have ended. Other members stay as they are. @param limited id of a limited admin, who adds no unknown user, or null */
function insertMembers(
  tx: Transaction,
  limited: string | null,
  group: LockedGroup,
  addresses: readonly string[],
  expiresAt: Date | null,
): Promise<Member[]> {
  return queryRows<Member>(tx, {
    text: `WITH chosen AS (SELECT id, email FROM "Account" a WHERE email = ANY ($2::text[]) AND role = 'user' AND ${seesAccount("a", "$4")}
                            ORDER BY id FOR KEY SHARE),
                added AS (INSERT INTO "GroupMember" AS member ("groupId", "accountId", "expiresAt") SELECT $1, id, $3::timestamptz FROM chosen
                            ON CONFLICT ("groupId", "accountId") DO UPDATE SET "createdAt" = now(), "expiresAt" = EXCLUDED."expiresAt", "isFromClaim" = false
                            WHERE NOT ${isLive("member")} RETURNING "accountId")
           SELECT chosen.id, chosen.email FROM chosen JOIN added ON added."accountId" = chosen.id ORDER BY chosen.email`,
    values: [group.id, addresses, expiresAt, limited],
  });
}

/** Adds members by their addresses. Addresses of admins are left out. @throws AppError 403 to invite without a recent proof, 404 */
export async function addMembers(
  viewer: AdminViewer,
  groupId: string,
  { addresses, invite, expiresAt }: AddMembers,
  client: Client,
): Promise<{ added: number; invited: number }> {
  await readGroup(viewer, groupId);
  const invited = invite ? await inviteNew(viewer, [...new Set(addresses)], client) : 0;
  const added = await retryTransaction(async (tx) => {
    const group = await lockGroup(tx, viewer, groupId);
    const members = await insertMembers(tx, limitedId(viewer), group, addresses, expiresAt ?? null);
    if (members.length === 0) return 0;
    const details = { ...memberDetails(members), ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
    await recordAudit(tx, { action: "group.members-added", actor: auditActor(viewer, client), target: targetOf(group), details });
    return members.length;
  });
  return { added, invited };
}

const memberGone = () => notFound("This account is no longer a member.");

/** Sets when a membership ends. @throws AppError 404 */
export function changeMemberEnd(viewer: AdminViewer, groupId: string, { accountId, expiresAt }: MemberEnd, client: Client): Promise<void> {
  return retryTransaction(async (tx) => {
    const group = await lockGroup(tx, viewer, groupId);
    const by = { groupId_accountId: { groupId: group.id, accountId } };
    const former = await tx.groupMember.findUnique({ where: by, select: { expiresAt: true, account: { select: { email: true } } } });
    if (!former) throw memberGone();
    await tx.groupMember.update({ where: by, data: { expiresAt }, select: { accountId: true } });
    const times = {
      before: { expiresAt: former.expiresAt?.toISOString() ?? null },
      after: { expiresAt: expiresAt?.toISOString() ?? null },
    };
    const details = { ...memberDetails([{ id: accountId, email: former.account.email }]), ...times };
    await recordAudit(tx, { action: "group.member-changed", actor: auditActor(viewer, client), target: targetOf(group), details });
  });
}

/** Removes a member. @throws AppError 404 */
export function removeMember(viewer: AdminViewer, groupId: string, accountId: string, client: Client): Promise<void> {
  return retryTransaction(async (tx) => {
    const group = await lockGroup(tx, viewer, groupId);
    const [removed] = await queryRows<Member>(tx, {
      text: `DELETE FROM "GroupMember" m USING "Account" a WHERE a.id = m."accountId" AND m."groupId" = $1 AND a.id = $2 RETURNING a.id, a.email`,
      values: [group.id, accountId],
    });
    if (!removed) throw memberGone();
    const details = memberDetails([removed]);
    await recordAudit(tx, { action: "group.members-removed", actor: auditActor(viewer, client), target: targetOf(group), details });
  });
}
