import { recordAudit, recordAudits } from "../../audit/mutations";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction, isUniqueViolation, type Transaction } from "../../db/transaction";
import { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import type { OidcSettings } from "../../http/settings/oidc-settings";
import { hasEnded, type LockedAccount, lockAccountWhere } from "../data";
import { memberDetails } from "../groups/members";
import { targetOf } from "../groups/mutations";
import { endInvitation, invitationTarget } from "../invitations/rows";
import { ABSENT_ACCOUNT_HASH } from "../passwords/passwords";
import { deviceCookie, recogniseDevice } from "../sessions/device";
import { endSessions, issueToken, openSession, type SignedIn } from "../sessions/mutations";
import { type Claims, type Person, readPerson, type SingleSignOnRefusal } from "./person";

type Outcome = ({ outcome: "signed-in"; deviceCookie: string } & SignedIn) | { outcome: "refused"; reason: SingleSignOnRefusal };

/** Longest address in the audit log. */
const EMAIL_SHOWN = 254;

/** In whose name accounts are created and changed. */
const VIA = "single sign-on";

async function lockAccount(tx: Transaction, by: { id: string } | { email: string }): Promise<LockedAccount | null> {
  const found = await tx.account.findUnique({ where: by, select: { id: true } });
  return found && lockAccountWhere(tx, Prisma.sql`id = ${found.id}::uuid`);
}

/** Creates the account of a new person. It has no password until one is set through a reset link or by an admin. */
async function createAccount(tx: Transaction, { email, name, role }: Person, { address }: Client): Promise<LockedAccount> {
  const data = { email, name, role: role ?? "user", passwordHash: ABSENT_ACCOUNT_HASH } as const;
  const account = await tx.account.create({ data, select: { id: true, role: true, email: true, name: true, passwordHash: true } });
  const target = { type: "account", id: account.id, name: email };
  await recordAudit(tx, { action: "account.created", actor: null, target, address, details: { role: data.role, via: VIA } });
  return account;
}

/** Finds the account of a person, links the one with the same address, or creates one. */
async function findOrCreate(
  tx: Transaction,
  person: Person,
  client: Client,
  linkedBy: string | null,
): Promise<LockedAccount | SingleSignOnRefusal> {
  const { issuer, subject, email } = person;
  const key = { issuer_subject: { issuer, subject } };
  const identity = await tx.identity.findUnique({ where: key });
  const known = identity?.accountId && (await lockAccount(tx, { id: identity.accountId }));
  if (known) return known;
  const existing = await lockAccount(tx, { email });
  if (!existing && identity) return "removed";
  const linked = existing && (await tx.identity.findFirst({ where: { issuer, accountId: existing.id } }));
  // The same person can have signed in elsewhere since the first look.
  // An address that another person has now must not open the former one's account.
  if (linked) return linked.subject === subject ? existing : "taken";
  // Who controls addresses at the provider must not become a superadmin.
  if (existing?.role === "superadmin" && existing.id !== linkedBy) return "superadmin";
  const account = existing ?? (await createAccount(tx, person, client));
  await tx.identity.upsert({ where: key, create: { issuer, subject, accountId: account.id }, update: { accountId: account.id } });
  const target = { type: "account", id: account.id, name: account.email };
  if (existing) await recordAudit(tx, { action: "account.linked", actor: null, target, address: client.address, details: { issuer } });
  return account;
}

/** Accepts the invitation of an account, if it has one: the provider has verified its address. */
async function acceptInvitation(tx: Transaction, account: LockedAccount, { address }: Client): Promise<void> {
  if (!(await endInvitation(tx, account.id))) return;
  const actor = { accountId: account.id, email: account.email, address };
  await recordAudit(tx, { action: "invitation.accepted", actor, target: invitationTarget(account), details: { via: VIA } });
}

/** Gives an account the role of the claims. A superadmin keeps that role. */
async function applyRole(tx: Transaction, account: LockedAccount, { role }: Person, { address }: Client): Promise<LockedAccount> {
  if (!role || account.role === role || account.role === "superadmin") return account;
  await tx.account.update({ where: { id: account.id }, data: { role }, select: { id: true } });
  // Only users have assigned projects and groups.
  if (role === "admin") {
    await tx.assignment.deleteMany({ where: { accountId: account.id } });
    await tx.groupMember.deleteMany({ where: { accountId: account.id } });
  }
  const target = { type: "account", id: account.id, name: account.email };
  const details = { role, before: { role: account.role }, after: { role }, via: VIA };
  await recordAudit(tx, { action: "account.changed", actor: null, target, address, details });
  return { ...account, role };
}

async function attempt(person: Person, client: Client, devices: readonly string[], linkedBy: string | null): Promise<Outcome> {
  const { email, issuer } = person;
  const result = await inTransaction(async (tx) => {
    const found = await findOrCreate(tx, person, client, linkedBy);
    if (typeof found === "string") return found;
    if (await hasEnded(tx, found.id)) return "ended";
    await acceptInvitation(tx, found, client);
    const account = await applyRole(tx, found, person, client);
    if (person.groups && account.role === "user") await applyGroupClaims(tx, account, person.groups, client);
    const session = await openSession(tx, account, client, recogniseDevice(devices, account) !== null, { isSingleSignOn: true });
    return { account, session };
  });
  if (typeof result === "string") return refusePerson(result, { email, issuer }, client);
  const { account, session } = result;
  return { outcome: "signed-in", deviceCookie: deviceCookie(account), ...(await issueToken(session)) };
}

/** Records that a person was refused. @param email as claimed */
async function refusePerson(
  reason: SingleSignOnRefusal,
  { email, issuer }: { email: string | null; issuer: string },
  { address }: Client,
): Promise<Outcome> {
  const target = { type: "account", name: email?.slice(0, EMAIL_SHOWN) ?? issuer };
  await recordAudit(db(), { action: "session.refused", actor: null, target, address, details: { reason, via: VIA } });
  return { outcome: "refused", reason };
}

/**
 * Signs in the person whom the provider's verified claims name.
 * @param devices device cookies of the browser @param linkedBy superadmin who is signed in with a recent proof, and may be linked
 */
export async function signInWithClaims(
  claims: Claims,
  settings: OidcSettings,
  client: Client,
  devices: readonly string[],
  linkedBy: string | null = null,
): Promise<Outcome> {
  const person = readPerson(claims, settings);
  if (typeof person === "string") {
    const { email } = claims;
    return await refusePerson(person, { email: typeof email === "string" ? email : null, issuer: settings.issuer }, client);
  }
  try {
    return await attempt(person, client, devices, linkedBy);
  } catch (error) {
    // The same person signed in twice at once: the account is there now.
    if (isUniqueViolation(error)) return attempt(person, client, devices, linkedBy);
    throw error;
  }
}

/** Unlinks the persons at providers from an account, and ends its sessions. @returns false when there were none */
export function unlinkIdentities(email: string, details: Prisma.InputJsonObject): Promise<boolean> {
  return inTransaction(async (tx) => {
    const account = await lockAccount(tx, { email });
    if (!account || (await tx.identity.deleteMany({ where: { accountId: account.id } })).count === 0) return false;
    const endedSessions = await endSessions(tx, account.id, null);
    const target = { type: "account", id: account.id, name: email };
    await recordAudit(tx, { action: "account.unlinked", actor: null, target, details: { endedSessions, ...details } });
    return true;
  });
}

interface ChangedGroup {
  id: string;
  name: string;
  isAdded: boolean;
}

/**
 * Makes an account's memberships from claims equal to the groups that the values of its claim lead to. Memberships that an
 * admin made stay. Call it in the transaction of a sign-in.
 */
export async function applyGroupClaims(
  tx: Transaction,
  account: { id: string; email: string },
  values: readonly string[],
  { address }: Client,
): Promise<void> {
  const changed = await queryRows<ChangedGroup>(tx, {
    text: `WITH wanted AS (SELECT id FROM "Group" WHERE "claimValues" && $2::text[] ORDER BY id FOR KEY SHARE),
                added AS (INSERT INTO "GroupMember" ("groupId", "accountId", "isFromClaim") SELECT id, $1, true FROM wanted
                            ON CONFLICT DO NOTHING RETURNING "groupId"),
                removed AS (DELETE FROM "GroupMember" m WHERE m."accountId" = $1 AND m."isFromClaim"
                               AND NOT EXISTS (SELECT FROM wanted WHERE wanted.id = m."groupId") RETURNING "groupId")
           SELECT g.id, g.name, changed."isAdded"
             FROM (SELECT "groupId", true AS "isAdded" FROM added UNION ALL SELECT "groupId", false FROM removed) changed
                  JOIN "Group" g ON g.id = changed."groupId" ORDER BY g.id`,
    values: [account.id, values],
  });
  await recordAudits(
    tx,
    changed.map(({ isAdded, ...group }) => ({
      action: isAdded ? "group.members-added" : "group.members-removed",
      actor: null,
      address,
      target: targetOf(group),
      details: { ...memberDetails([account]), via: "single sign-on" },
    })),
  );
}
