import pLimit from "p-limit";
import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import type { Database } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { type PasswordResetRequest, Prisma } from "../../generated/prisma/client";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { endOfLease, nextAttemptAt, type Recipient, sendEmail } from "../../mail/delivery/transport";
import { lockAccountWhere } from "../data";
import { isInvited } from "../invitations/data";
import { RESET_LINK_MINUTES } from "./schema";

/** Requests older than this are dropped. */
const GIVE_UP_MS = 60 * 60 * 1_000;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;

function resetEmail(account: { name: string; email: string }, origin: string, token: string, product: string): EmailTemplate {
  return {
    subject: `Reset your ${product} password`,
    greeting: `Hello ${account.name},`,
    opening: [`We received a request to reset the password of the ${product} account ${account.email}.`],
    action: { label: "Set a new password", url: `${origin}/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${RESET_LINK_MINUTES} minutes. You will then be signed out on every device.`,
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
  };
}

interface OpenReset {
  request: PasswordResetRequest;
  recipient: Recipient;
  token: string;
}

/** Claims the request and creates a link, a new one for each attempt, so that no token is stored. @returns null for an unknown address, or one that needs no password or is invited */
function openReset(requestId: string): Promise<OpenReset | null> {
  const token = newSecretToken();
  return inTransaction(async (tx) => {
    const where = { id: requestId, dueAt: { lte: new Date() } };
    const data = { attempts: { increment: 1 }, dueAt: endOfLease() };
    const [request] = await tx.passwordResetRequest.updateManyAndReturn({ where, data });
    if (!request) return null;
    // Locked until the link exists: a concurrent change of address or password then deletes this link, too.
    const isPermitted = Prisma.sql`(role = 'superadmin' OR NOT ${env().oidc?.isOnly ?? false}) AND NOT ${Prisma.raw(isInvited('"Account".id'))}`;
    const account = await lockAccountWhere(tx, Prisma.sql`email = ${request.email} AND ${isPermitted}`, "SHARE");
    if (!account) {
      await deleteRequest(tx, requestId);
      return null;
    }
    const { id: accountId, name, email } = account;
    const expiresAt = new Date(Date.now() + RESET_LINK_MINUTES * 60_000);
    await tx.passwordReset.create({ data: { accountId, tokenHash: hashSecretToken(token), expiresAt }, select: { id: true } });
    if (request.attempts === 1) {
      const target = { type: "account", id: accountId, name: email };
      await recordAudit(tx, { action: "account.password-reset-requested", actor: null, target, address: request.address });
    }
    return { request, recipient: { name, email }, token };
  });
}

async function deleteRequest(client: Database, id: string): Promise<void> {
  await client.passwordResetRequest.deleteMany({ where: { id } });
}

async function postpone({ id, attempts }: PasswordResetRequest): Promise<boolean> {
  const where = { id, createdAt: { gt: new Date(Date.now() - GIVE_UP_MS) } };
  const dueAt = nextAttemptAt(attempts, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS);
  const { count } = await db().passwordResetRequest.updateMany({ where, data: { dueAt } });
  if (count === 0) await deleteRequest(db(), id);
  return count > 0;
}

/** Sends the mail of a request if there is such an account. Retries later; after a crash it may send a second, equally valid link. */
export async function answerRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const reset = await openReset(requestId);
  if (!reset) return;
  const { request, recipient, token } = reset;
  try {
    const mail = (product: string) => resetEmail(recipient, env().appOrigin, token, product);
    const outcome = await sendEmail(recipient, mail, signal);
    if (outcome === "refused") logger.warn({ requestId }, "the mail server refused the address of an account");
  } catch (error) {
    const isPostponed = await postpone(request);
    logger.warn({ err: error, requestId }, isPostponed ? "mail not sent, will try again" : "mail not sent, no further attempt");
    return;
  }
  await deleteRequest(db(), requestId);
}

const MAILS_AT_ONCE = 4;
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Answers every due request. An error of one does not keep the others from their answers. */
export const passwordResetSweep: Sweep = {
  name: "password reset requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const limit = pLimit(MAILS_AT_ONCE);
    const where = { dueAt: { lte: new Date() } };
    const due = await db().passwordResetRequest.findMany({ where, select: { id: true }, orderBy: { dueAt: "asc" } });
    const answers = due.map(({ id }) => limit(async () => void (signal.aborted || (await answerRequest(id, signal)))));
    for (const answer of await Promise.allSettled(answers)) if (answer.status === "rejected") throw answer.reason;
  },
};

export const expiredResetSweep: Sweep = {
  name: "expired password resets",
  everyMs: 60 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await db().passwordReset.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
  },
};
