import pLimit from "p-limit";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { Prisma } from "../../generated/prisma/client";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { endOfLease, nextAttemptAt, type Recipient, sendEmail } from "../../mail/delivery/transport";
import { lockAccountWhere } from "../data";
import { listOpenable } from "../references/openable-projects";
import { endOfLink } from "./rows";
import { INVITATION_HOURS } from "./values";

interface Invited {
  recipient: Recipient;
  /** Null when the inviter was deleted. */
  inviterName: string | null;
  /** Number of maps that are assigned to the account. */
  maps: number;
}

/** Returns the mail of an invitation. @param origin of the application @param product its name */
function invitationEmail({ recipient, inviterName, maps }: Invited, origin: string, token: string, product: string): EmailTemplate {
  const waiting = maps === 1 ? "A map is waiting for you." : `${maps.toLocaleString("en-US")} maps are waiting for you.`;
  return {
    subject: `You are invited to ${product}`,
    greeting: `Hello ${recipient.name},`,
    opening: [
      `${inviterName ?? "An administrator"} invites you to ${product}, with the email address ${recipient.email}.`,
      ...(maps > 0 ? [waiting] : []),
    ],
    action: { label: "Accept the invitation", url: `${origin}/invitation?token=${token}` },
    closing: [
      `The link works once, within ${INVITATION_HOURS} hours. Don't pass it on.`,
      "If you did not expect this invitation, there is nothing to do.",
    ],
  };
}

const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 900;
/** About a day. Then an admin has to send it again. */
const MOST_ATTEMPTS = 100;
const MAILS_AT_ONCE = 4;

interface Opened extends Invited {
  attempts: number;
}

/** Claims an invitation, and gives it the link of a token. @returns null when another worker has it, or there is none */
function openInvitation(accountId: string, token: string): Promise<Opened | null> {
  return inTransaction(async (tx) => {
    // Locked until the link exists: a concurrent change of the address then ends this link, too.
    const account = await lockAccountWhere(tx, Prisma.sql`id = ${accountId}::uuid`, "SHARE");
    const [invitation] = await tx.invitation.updateManyAndReturn({
      where: { accountId, dueAt: { lte: new Date() } },
      data: { tokenHash: hashSecretToken(token), expiresAt: endOfLink(), attempts: { increment: 1 }, dueAt: endOfLease() },
      select: { attempts: true, invitedBy: { select: { name: true } } },
    });
    if (!account || !invitation) return null;
    const { name, email } = account;
    const maps = (await listOpenable(tx, accountId)).length;
    return { recipient: { name, email }, inviterName: invitation.invitedBy?.name ?? null, maps, attempts: invitation.attempts };
  });
}

/** Changes the invitation of a token. One that was sent again meanwhile has another token, or none. */
async function change(token: string, data: Prisma.InvitationUpdateManyMutationInput): Promise<void> {
  await db().invitation.updateMany({ where: { tokenHash: hashSecretToken(token) }, data });
}

/** Ends the attempts. The list then shows that the mail was not sent. */
const giveUp = (token: string) => change(token, { dueAt: null, tokenHash: null, expiresAt: null });

/** Mails an invitation with a new token, so that no token is stored. */
async function send(accountId: string, signal: AbortSignal): Promise<void> {
  const token = newSecretToken();
  const opened = await openInvitation(accountId, token);
  if (!opened) return;
  try {
    const mail = (product: string) => invitationEmail(opened, env().appOrigin, token, product);
    const outcome = await sendEmail(opened.recipient, mail, signal);
    if (outcome === "sent") return await change(token, { sentAt: new Date(), dueAt: null });
    logger.warn({ accountId }, "the mail server refused the address of an invitation");
    await giveUp(token);
  } catch (error) {
    logger.warn({ err: error, accountId }, "invitation not sent");
    if (opened.attempts >= MOST_ATTEMPTS) await giveUp(token);
    else await change(token, { dueAt: nextAttemptAt(opened.attempts, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS) });
  }
}

/** Mails every invitation that is due. An error of one does not keep the others from being sent. */
export async function sendInvitations(signal: AbortSignal): Promise<void> {
  const limit = pLimit(MAILS_AT_ONCE);
  const due = await db().invitation.findMany({
    where: { dueAt: { lte: new Date() } },
    select: { accountId: true },
    orderBy: { dueAt: "asc" },
  });
  const mails = due.map(({ accountId }) => limit(async () => void (signal.aborted || (await send(accountId, signal)))));
  for (const mail of await Promise.allSettled(mails)) if (mail.status === "rejected") throw mail.reason;
}

export const invitationSweep: Sweep = { name: "invitations", everyMs: 5_000, onWake: true, run: sendInvitations };
