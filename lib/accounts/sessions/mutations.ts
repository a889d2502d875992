import { hasActed } from "../../audit/data";
import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { notFound, sessionEnded } from "../../errors";
import { type Account, Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { describeDevice } from "../../http/device";
import { type LockedAccount, lockAccountWhere, NOT_ENDED } from "../data";
import { addNotice } from "../notices/mutations";
import { rowIdSchema } from "../schema";
import { readCredential, SESSION_MAX_DAYS, SESSION_SECONDS } from "./cookie";
import { findViewerByToken } from "./data";
import type { RequestLike, SessionViewer } from "./schema";
import { signToken } from "./token";

/** The viewer of a session that was just opened. Only requests look for the limit of an admin. */
type OpeningViewer = Omit<SessionViewer, "limit">;

export interface SignedIn {
  viewer: OpeningViewer;
  token: string;
  expiresAt: Date;
}

export interface OpenedSession {
  viewer: OpeningViewer;
  expiresAt: Date;
}

/** Tokens count whole seconds, so a session ends on one too. */
function newExpiry(): Date {
  return new Date((Math.floor(Date.now() / 1000) + SESSION_SECONDS) * 1000);
}

/** Signs the token of a session. Call it after the transaction that opened the session. */
export async function issueToken({ viewer, expiresAt }: OpenedSession): Promise<SignedIn> {
  const { accountId: sub, credential, email, name: fullName, role } = viewer;
  const token = await signToken({ sub, sid: credential.id, email, fullName, role, exp: expiresAt.getTime() / 1000 });
  return { viewer, token, expiresAt };
}

/** Locks the account if it has not ended and its password is still the verified one, so that no password change commits before the new session. */
export function lockAccount(tx: Transaction, id: string, passwordHash: string): Promise<LockedAccount | null> {
  return lockAccountWhere(tx, Prisma.sql`id = ${id}::uuid AND "passwordHash" = ${passwordHash} AND ${NOT_ENDED}`, "SHARE");
}

/** Returns whether an account that signed in before has no session from the same program and address. */
async function isNewDevice(tx: Transaction, accountId: string, { address, userAgent }: Client): Promise<boolean> {
  if (await tx.session.findFirst({ where: { accountId, address, userAgent }, select: { id: true } })) return false;
  return hasActed(tx, accountId, "session.created");
}

interface SignInKind {
  /** Whether a provider of single sign-on signed the person in. */
  isSingleSignOn?: boolean;
  /** For the audit trail. */
  factor?: string;
}

/** Opens a session of a locked account, and mails it about a new device. @param isKnown whether the device cookie is one of the account */
export async function openSession(
  tx: Transaction,
  account: Pick<Account, "id" | "role" | "email" | "name">,
  client: Client,
  isKnown: boolean,
  { isSingleSignOn = false, factor }: SignInKind = {},
): Promise<OpenedSession> {
  const expiresAt = newExpiry();
  await tx.session.deleteMany({ where: { accountId: account.id, expiresAt: { lt: new Date() } } });
  if (!isKnown && (await isNewDevice(tx, account.id, client))) {
    const { device } = describeDevice(client.userAgent);
    await addNotice(tx, account.id, { kind: "new-device", device, address: client.address, at: new Date().toISOString() });
  }
  const { id: sessionId } = await tx.session.create({
    data: {
      accountId: account.id,
      expiresAt,
      address: client.address,
      userAgent: client.userAgent,
      isSingleSignOn,
      isProgram: client.isProgram ?? false,
    },
    select: { id: true },
  });
  const credential = { kind: "session", id: sessionId, isSingleSignOn } as const;
  const actor = auditActor({ accountId: account.id, email: account.email, credential }, client);
  const target = { type: "session", id: sessionId };
  await recordAudit(tx, { action: "session.created", actor, target, ...(factor ? { details: { factor } } : {}) });
  const { role, email, name } = account;
  return { viewer: { accountId: account.id, role, email, name, credential }, expiresAt };
}

/** Ends this session. Idempotent. */
export async function endSession(viewer: OpeningViewer, client: Client): Promise<void> {
  await inTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: viewer.credential.id } });
    if (count === 0) return;
    await recordAudit(tx, {
      action: "session.ended",
      actor: auditActor(viewer, client),
      target: { type: "session", id: viewer.credential.id },
    });
  });
}

/** Ends the session whose cookie came with a sign-in. Call it once the new session exists. */
export async function endFormerSession(request: RequestLike, client: Client): Promise<void> {
  const credential = readCredential(request);
  const former = credential?.source === "cookie" ? await findViewerByToken(credential.token) : null;
  if (former) await endSession(former, client);
}

/** Serializes changes of an account's sessions; two that end all others could leave none. @throws AppError 401 when it has ended */
export async function lockOwnSession(tx: Transaction, { accountId, credential: { id } }: SessionViewer): Promise<void> {
  await tx.$queryRaw`SELECT FROM "Account" WHERE id = ${accountId}::uuid FOR UPDATE`;
  // A separate statement: one that waited for the lock would still see the former sessions.
  const session = await tx.session.findFirst({ where: { id, accountId, expiresAt: { gt: new Date() } }, select: { id: true } });
  if (!session) throw sessionEnded();
}

/** Ends one of the viewer's own sessions. @returns true for the current one @throws AppError 401, 404 without such a session */
export function endOwnSession(viewer: SessionViewer, sessionId: string, client: Client): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const id = rowIdSchema.safeParse(sessionId).data;
    const mine = { id: id ?? "", accountId: viewer.accountId, expiresAt: { gt: new Date() } };
    const session = id && (await tx.session.findFirst({ where: mine, select: { userAgent: true } }));
    if (!session || (await tx.session.deleteMany({ where: mine })).count === 0) throw notFound("This session has ended already.");
    const isCurrent = id === viewer.credential.id;
    await recordAudit(tx, {
      action: isCurrent ? "session.ended" : "session.ended-elsewhere",
      actor: auditActor(viewer, client),
      target: { type: "session", id, name: describeDevice(session.userAgent).device },
    });
    return isCurrent;
  });
}

/** Ends every session of the viewer's account except the current one. @returns their number @throws AppError 401 */
export function endOtherSessions(viewer: SessionViewer, client: Client): Promise<number> {
  return inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const ended = await endSessions(tx, viewer.accountId, viewer.credential.id);
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

/** Ends sessions in the transaction of a change. @param keep session that continues; null ends all @returns number of live ones */
export async function endSessions(tx: Pick<Transaction, "session">, accountId: string, keep: string | null): Promise<number> {
  const others = { accountId, ...(keep ? { id: { not: keep } } : {}) };
  await tx.session.deleteMany({ where: { ...others, expiresAt: { lte: new Date() } } });
  const { count } = await tx.session.deleteMany({ where: others });
  return count;
}

/** Returns the session with a new expiry and token. It is not prolonged beyond {@link SESSION_MAX_DAYS}. @throws AppError 401 when it has ended */
export async function refreshSession(viewer: SessionViewer): Promise<SignedIn> {
  const rows = await queryRows<{ expiresAt: Date }>(db(), {
    text: `UPDATE "Session" SET "lastSeenAt" = now(),
                  "expiresAt" = LEAST($2::timestamptz, date_trunc('second', "createdAt") + make_interval(days => ${SESSION_MAX_DAYS}))
            WHERE id = $1 AND "createdAt" > now() - make_interval(days => ${SESSION_MAX_DAYS})
        RETURNING "expiresAt"`,
    values: [viewer.credential.id, newExpiry()],
  });
  if (!rows[0]) throw sessionEnded();
  return issueToken({ viewer, expiresAt: rows[0].expiresAt });
}
