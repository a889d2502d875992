import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db";
import { sessionEnded } from "../../errors";
import type { Prisma } from "../../generated/prisma/client";
import { type Client, clientNetwork } from "../../http/client";
import { SESSION_SECONDS } from "../../sessions/cookie";
import { deviceCookie, recogniseDevice } from "../../sessions/device";
import { type AccountSecret, findAccountSecret } from "../data";
import { withPasswordTurn } from "../passwords/passwords";
import type { SignInInput } from "../schema";
import { describeDevice } from "./present";
import type { Role, Viewer } from "./schema";
import { checkSignInAttempt, countSignInAttempt, forgiveSignInAttempt, type SignInAttempt } from "./sign-in-limits";
import { signToken } from "./token";

/** A session as its holder gets it. */
export interface SignedIn {
  viewer: Viewer;
  token: string;
  expiresAt: Date;
}

/** `deviceCookie`: value of the Set-Cookie header by which the device is known from now on (device.ts). */
export type SignInOutcome = ({ outcome: "signed-in"; deviceCookie: string } & SignedIn) | { outcome: "refused" };

/** Tokens count whole seconds, so a session ends on one too. */
function newExpiry(): Date {
  return new Date((Math.floor(Date.now() / 1000) + SESSION_SECONDS) * 1000);
}

async function issue(viewer: Viewer, expiresAt: Date): Promise<SignedIn> {
  const { accountId: sub, sessionId: sid, email, name: fullName, role } = viewer;
  const token = await signToken({ sub, sid, email, fullName, role, exp: expiresAt.getTime() / 1000 });
  return { viewer, token, expiresAt };
}

interface LockedAccount {
  id: string;
  role: Role;
  email: string;
  name: string;
}

/**
 * Reads the account if its password is still the one that was verified, and keeps it so until the transaction ends.
 * Without the lock a password change (which ends all sessions) could commit between the check and the new session,
 * and who knows only the old password would stay signed in.
 */
async function lockAccount(tx: Prisma.TransactionClient, id: string, passwordHash: string): Promise<LockedAccount | null> {
  const rows = await tx.$queryRaw<LockedAccount[]>`
    SELECT id, role::text AS role, email, name FROM "Account" WHERE id = ${id}::uuid AND "passwordHash" = ${passwordHash} FOR SHARE`;
  return rows[0] ?? null;
}

async function openSession(tx: Prisma.TransactionClient, account: LockedAccount, client: Client, expiresAt: Date): Promise<Viewer> {
  await tx.session.deleteMany({ where: { accountId: account.id, expiresAt: { lt: new Date() } } });
  const { id: sessionId } = await tx.session.create({
    data: { accountId: account.id, expiresAt, address: client.address, userAgent: client.userAgent },
    select: { id: true },
  });
  const actor = { accountId: account.id, email: account.email, address: client.address };
  await recordAudit(tx, { action: "session.created", actor, target: { type: "session", id: sessionId } });
  return { accountId: account.id, sessionId, role: account.role, email: account.email, name: account.name };
}

interface Seen {
  attempt: SignInAttempt;
  /** Of the account, when there is one. */
  secret: AccountSecret | null;
}

interface Checked extends Seen {
  isRight: boolean;
}

/** Finds out by what an attempt is counted. @throws AppError 429 when it is over a limit already */
async function look(email: string, address: string | null, devices: readonly string[]): Promise<Seen> {
  const secret = await findAccountSecret(email);
  const attempt = { email, address, device: recogniseDevice(devices, secret) };
  await checkSignInAttempt(attempt);
  return { attempt, secret };
}

/** Counts an attempt and looks at its password. What is turned away for want of a place is not counted: it was no guess. */
function check({ email, password }: SignInInput, { address }: Client, devices: readonly string[]): Promise<Checked> {
  return withPasswordTurn(
    `network ${clientNetwork(address)}`,
    () => look(email, address, devices),
    async (seen, verify) => {
      await countSignInAttempt(seen.attempt);
      return { ...seen, isRight: await verify(seen.secret?.passwordHash ?? null, password) };
    },
  );
}

/**
 * Signs in. Known and unknown addresses take the same steps in the same time.
 * @param devices the device cookies that came with the request (readDeviceCookies)
 * @throws AppError 429 over the limits, 503 when too many sign in at this moment
 */
export async function signIn(input: SignInInput, client: Client, devices: readonly string[]): Promise<SignInOutcome> {
  const { attempt, secret, isRight } = await check(input, client, devices);
  const expiresAt = newExpiry();
  const viewer = await db().$transaction(async (tx) => {
    const account = secret && isRight ? await lockAccount(tx, secret.id, secret.passwordHash) : null;
    if (account) return openSession(tx, account, client, expiresAt);
    const target = { type: "account", id: secret?.id, name: input.email };
    await recordAudit(tx, { action: "session.refused", actor: null, target, address: client.address });
    return null;
  });
  if (!viewer || !secret) return { outcome: "refused" };
  await forgiveSignInAttempt(attempt);
  return { outcome: "signed-in", deviceCookie: deviceCookie(secret), ...(await issue(viewer, expiresAt)) };
}

/** Ends this session at once, wherever its token is. Ending it twice is no error. */
export async function endSession(viewer: Viewer, client: Client): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: viewer.sessionId } });
    if (count === 0) return;
    await recordAudit(tx, {
      action: "session.ended",
      actor: auditActor(viewer, client),
      target: { type: "session", id: viewer.sessionId },
    });
  });
}

/**
 * Lets what the sessions of one account do to one another happen one after the other, until the transaction ends. A session that
 * another one ended meanwhile does nothing any more: of two that end all others, one would else leave nobody signed in.
 * @throws AppError 401 when the viewer's session or account is gone
 */
export async function lockOwnSession(tx: Prisma.TransactionClient, { accountId, sessionId }: Viewer): Promise<void> {
  await tx.$queryRaw`SELECT FROM "Account" WHERE id = ${accountId}::uuid FOR UPDATE`;
  // A statement of its own: one that waited for the lock would still see the sessions of before.
  const session = await tx.session.findFirst({ where: { id: sessionId, accountId, expiresAt: { gt: new Date() } }, select: { id: true } });
  if (!session) throw sessionEnded();
}

/**
 * Ends one of the viewer's own sessions, on whatever device.
 * @returns false when the viewer has no such live session
 * @throws AppError 401 when the one that asks was ended meanwhile
 */
export function endOwnSession(viewer: Viewer, id: string, client: Client): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const mine = { id, accountId: viewer.accountId, expiresAt: { gt: new Date() } };
    const session = await tx.session.findFirst({ where: mine, select: { userAgent: true } });
    if (!session) return false;
    const { count } = await tx.session.deleteMany({ where: mine });
    // It may have logged out at this moment.
    if (count === 0) return false;
    await recordAudit(tx, {
      action: id === viewer.sessionId ? "session.ended" : "session.ended-elsewhere",
      actor: auditActor(viewer, client),
      target: { type: "session", id, name: describeDevice(session.userAgent).device },
    });
    return true;
  });
}

/**
 * Ends every session of the viewer's account but the one that asks.
 * @returns how many there were
 * @throws AppError 401 when the one that asks was ended meanwhile
 */
export function endOtherSessions(viewer: Viewer, client: Client): Promise<number> {
  return db().$transaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const ended = await endSessions(tx, viewer.accountId, viewer.sessionId);
    if (ended === 0) return 0;
    await recordAudit(tx, {
      action: "session.ended-elsewhere",
      actor: auditActor(viewer, client),
      target: { type: "account", id: viewer.accountId, name: viewer.email },
      details: { endedSessions: ended },
    });
    return ended;
  });
}

/**
 * Ends an account's sessions, in the transaction of the change that calls for it: a new password above all.
 * @param keep session that goes on: that of the person who makes the change; null ends all
 * @returns how many live ones were ended
 */
export async function endSessions(tx: Pick<Prisma.TransactionClient, "session">, accountId: string, keep: string | null): Promise<number> {
  const others = { accountId, ...(keep ? { id: { not: keep } } : {}) };
  // Those that nobody has swept yet had ended before.
  await tx.session.deleteMany({ where: { ...others, expiresAt: { lte: new Date() } } });
  const { count } = await tx.session.deleteMany({ where: others });
  return count;
}

/** @returns the session with a new expiry and a token that says so, or null when it was ended meanwhile. */
export async function refreshSession(viewer: Viewer): Promise<SignedIn | null> {
  const expiresAt = newExpiry();
  const { count } = await db().session.updateMany({ where: { id: viewer.sessionId }, data: { expiresAt, lastSeenAt: new Date() } });
  return count === 0 ? null : issue(viewer, expiresAt);
}
