import { auditActor, recordAudit } from "../../audit/mutations";
import { retryTransaction, type Transaction } from "../../db/transaction";
import { env } from "../../env";
import { AppError, notFound } from "../../errors";
import { type Account, Prisma } from "../../generated/prisma/client";
import { type Client, clientNetwork } from "../../http/client";
import { describeDevice } from "../../http/device";
import { RateLimits } from "../../http/rate-limits";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { requireNoMailServer } from "../../mail/policy";
import { hasEnded, type LockedAccount, lockAccountWhere } from "../data";
import { type AccountWork, deleteAccount, insertAccount, lockAccount, type Managed, type ManagerOf } from "../mutations";
import { addPasskey, passkeyCreationOptions, verifyNewPasskey } from "../passkeys/mutations";
import { hashNewPassword } from "../passwords/new-password";
import { ABSENT_ACCOUNT_HASH } from "../passwords/passwords";
import { requireRecentProof } from "../proofs/policy";
import type { ManagedRole } from "../schema";
import { deviceCookie } from "../sessions/device";
import { issueToken, openSession, type SignedIn } from "../sessions/mutations";
import { acceptsPassword } from "../sessions/policy";
import { type FoundInvitation, findInvitation } from "./data";
import { addInvitation, endInvitation, invitationTarget, linkInvitation, renewInvitation } from "./rows";
import {
  type AcceptInvitationInput,
  type AcceptWithPasskeyInput,
  INVITATION_EXPIRED,
  INVITATION_INVALID,
  type InvitationLink,
  type SecretLink,
} from "./schema";
import { NO_MAIL_SERVER } from "./values";

/** Creates an account without a password, and mails its person an invitation if there is a mail server. @returns its id @throws AppError 409 for a used address */
export async function inviteAccount<Kind extends ManagedRole>(
  account: Pick<Account, "name" | "email"> & { role: Kind },
  viewer: ManagerOf<Kind>,
  client: Client,
  also?: AccountWork,
): Promise<string> {
  const actor = auditActor(viewer, client);
  return await insertAccount({ ...account, passwordHash: ABSENT_ACCOUNT_HASH, isPasswordAssigned: false }, actor, {
    also: async (tx, added) => {
      await addInvitation(tx, added, actor);
      await also?.(tx, added);
    },
  });
}

const noInvitation = () => notFound("This invitation was accepted or revoked meanwhile.");

/** Mails a new link. The former one ends at once. @throws AppError 404 without an invitation, 409 without a mail server */
export async function resendInvitation<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
): Promise<void> {
  if (!env().deliversMail) throw new AppError("conflict", NO_MAIL_SERVER);
  await retryTransaction(async (tx) => {
    const account = await lockAccount(tx, managed, viewer);
    if (!(await renewInvitation(tx, account, auditActor(viewer, client)))) throw noInvitation();
  });
}

/** Makes a new link for an admin to pass on. The former one ends at once. @throws AppError 403 without a recent proof, 404 without an invitation, 409 with a mail server */
export async function createInvitationLink<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
): Promise<SecretLink> {
  requireNoMailServer();
  await requireRecentProof(viewer);
  const token = newSecretToken();
  const expiresAt = await retryTransaction(async (tx) => {
    const account = await lockAccount(tx, managed, viewer);
    return await linkInvitation(tx, account, token, auditActor(viewer, client));
  });
  if (!expiresAt) throw noInvitation();
  return { url: `${env().appOrigin}/invitation?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Deletes an account whose invitation was not accepted. @throws AppError 404 without an invitation */
export async function revokeInvitation<Kind extends ManagedRole>(
  managed: Managed<Kind>,
  viewer: ManagerOf<Kind>,
  client: Client,
): Promise<void> {
  await deleteAccount(managed, viewer, client, async (tx, account) => {
    if (!(await endInvitation(tx, account.id))) throw noInvitation();
    await recordAudit(tx, { action: "invitation.revoked", actor: auditActor(viewer, client), target: invitationTarget(account) });
  });
}

/** Attempts to accept within a number of seconds. */
const limits = new RateLimits(
  "accept-invitation",
  { network: { points: 50, duration: 15 * 60 } },
  "Too many attempts. Please try again later.",
);

function invalidLink(message: string): AppError {
  return new AppError("bad_request", message, { fields: { token: message } });
}

/**
 * Uses up an invitation and names its account, which stays locked. The caller adds what the person signs in with, and opens a session.
 * When a link is used twice at once, the second use fails.
 * @throws AppError 400 for a link that is not valid
 */
export async function acceptInvitation(tx: Transaction, token: string, name: string, { address }: Client): Promise<LockedAccount> {
  const tokenHash = hashSecretToken(token);
  const found = await tx.invitation.findUnique({ where: { tokenHash }, select: { accountId: true } });
  const account = found && (await lockAccountWhere(tx, Prisma.sql`id = ${found.accountId}::uuid`));
  // After the lock: an invitation may have ended while this waited for it.
  const { count } = await tx.invitation.deleteMany({ where: { tokenHash, expiresAt: { gt: new Date() } } });
  if (!account || count === 0 || (await hasEnded(tx, account.id))) throw invalidLink(INVITATION_INVALID);
  await tx.account.update({ where: { id: account.id }, data: { name }, select: { id: true } });
  const actor = { accountId: account.id, email: account.email, address };
  const details = account.name === name ? {} : { before: { name: account.name }, after: { name } };
  await recordAudit(tx, { action: "invitation.accepted", actor, target: invitationTarget(account), details });
  return { ...account, name };
}

/** Counts an attempt and finds the invitation of a link. @throws AppError 400 for a link that is not valid, 403 where passwords and passkeys are off, 429 */
async function requireInvitation(token: string, { address }: Client): Promise<FoundInvitation> {
  await limits.consume(["network", clientNetwork(address)]);
  const invitation = await findInvitation(token);
  if (!invitation) throw invalidLink(INVITATION_INVALID);
  if (invitation.isExpired) throw invalidLink(INVITATION_EXPIRED);
  if (!acceptsPassword(invitation.role)) throw new AppError("forbidden", "Passwords are turned off. Use single sign-on instead.");
  return invitation;
}

/** Accepts an invitation with a password, and signs in. @throws AppError 400 for a link or password that is not valid, 403 where passwords are off, 429, 503 */
export async function acceptWithPassword(
  { token, fullName, newPassword }: AcceptInvitationInput,
  client: Client,
): Promise<SignedIn & { deviceCookie: string }> {
  // Hashing is slow: only for a valid link, and outside the transaction.
  const { email } = await requireInvitation(token, client);
  const passwordHash = await hashNewPassword(newPassword, { name: fullName, email }, "newPassword");
  const opened = await retryTransaction(async (tx) => {
    const account = await acceptInvitation(tx, token, fullName, client);
    await tx.account.update({ where: { id: account.id }, data: { passwordHash, isPasswordAssigned: false }, select: { id: true } });
    return openSession(tx, account, client, false);
  });
  return { ...(await issueToken(opened)), deviceCookie: deviceCookie({ id: opened.viewer.accountId, passwordHash }) };
}

/** Returns the options with which a browser creates the passkey of an invited person. @throws as acceptWithPassword */
export async function invitationPasskeyOptions({ token }: InvitationLink, client: Client) {
  return passkeyCreationOptions(await requireInvitation(token, client));
}

/** Accepts an invitation with a passkey instead of a password, and signs in. @returns also the recovery codes @throws as acceptWithPassword */
export async function acceptWithPasskey(
  { token, fullName, passkey }: AcceptWithPasskeyInput,
  client: Client,
): Promise<SignedIn & { deviceCookie: string; recoveryCodes: string[] | null }> {
  const { id } = await requireInvitation(token, client);
  const credential = await verifyNewPasskey(id, passkey);
  const { opened, recoveryCodes } = await retryTransaction(async (tx) => {
    const account = await acceptInvitation(tx, token, fullName, client);
    const actor = { accountId: account.id, email: account.email, address: client.address };
    const added = await addPasskey(tx, actor, describeDevice(client.userAgent).device, credential);
    return { opened: await openSession(tx, account, client, false, { factor: "passkey" }), recoveryCodes: added.recoveryCodes };
  });
  return { ...(await issueToken(opened)), deviceCookie: deviceCookie({ id, passwordHash: ABSENT_ACCOUNT_HASH }), recoveryCodes };
}
