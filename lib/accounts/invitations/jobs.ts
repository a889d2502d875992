import pLimit from "p-limit";
import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { type Recipient, SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";
import { countOfAccount } from "../assignments/data";
import { listDueInvitations } from "./data";
import { INVITATION_HOURS } from "./values";

interface Invited {
  recipient: Recipient;
  /** Null when the inviter was deleted. */
  inviterName: string | null;
  /** Number of maps that are assigned to the account. */
  maps: number;
}

/** Returns the mail of an invitation. @param origin of the application */
function invitationEmail({ recipient, inviterName, maps }: Invited, origin: string, token: string): EmailTemplate {
  const waiting = maps === 1 ? "A map is waiting for you." : `${maps.toLocaleString("en-US")} maps are waiting for you.`;
  return {
    subject: "You are invited to Sea-Vision",
    greeting: `Hello ${recipient.name},`,
    opening: [
      `${inviterName ?? "An administrator"} invites you to Sea-Vision, with the email address ${recipient.email}.`,
      ...(maps > 0 ? [waiting] : []),
    ],
    action: { label: "Accept the invitation", url: `${origin}/invitation?token=${token}` },
    closing: [
      `The link works once, within ${INVITATION_HOURS} hours. Don't pass it on.`,
      "If you did not expect this invitation, there is nothing to do.",
    ],
  };
}

/** An invitation of a killed worker is taken up again after this time. */
const LEASE_SECONDS = (2 * SEND_LIMIT_MS) / 1000;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 900;
/** About a day. Then an admin has to send it again. */
const MOST_ATTEMPTS = 100;
const MAILS_AT_ONCE = 4;

interface Opened {
  recipient: Recipient;
  inviterName: string | null;
  maps: number;
  attempts: number;
}

/** Claims an invitation, and gives it the link of a token. @returns null when another worker has it, or there is none */
function openInvitation(accountId: string, token: string): Promise<Opened | null> {
  return inTransaction(async (client) => {
    // Locked until the link exists: a concurrent change of the address then ends this link, too.
    const accounts = await queryRows<Recipient>(client, {
      text: `SELECT name, email FROM "Account" WHERE id = $1 FOR SHARE`,
      values: [accountId],
    });
    const rows = await queryRows<Omit<Opened, "recipient">>(client, {
      text: `UPDATE "Invitation" i SET "tokenHash" = $2, "expiresAt" = now() + make_interval(hours => ${INVITATION_HOURS}),
                    attempts = attempts + 1, "dueAt" = now() + make_interval(secs => ${LEASE_SECONDS})
              WHERE i."accountId" = $1 AND i."dueAt" <= now()
          RETURNING attempts, (SELECT name FROM "Account" inviter WHERE inviter.id = i."invitedById") AS "inviterName",
                    ${countOfAccount('i."accountId"')} AS maps`,
      values: [accountId, hashSecretToken(token)],
    });
    const [recipient] = accounts;
    return recipient && rows[0] ? { recipient, ...rows[0] } : null;
  });
}

/** Changes the invitation of a token. One that was sent again meanwhile has another token, or none. */
async function change(token: string, set: string, ...values: unknown[]): Promise<void> {
  await execute(db(), { text: `UPDATE "Invitation" SET ${set} WHERE "tokenHash" = $1`, values: [hashSecretToken(token), ...values] });
}

/** Ends the attempts. The list then shows that the mail was not sent. */
const giveUp = (token: string) => change(token, `"dueAt" = NULL, "tokenHash" = NULL, "expiresAt" = NULL`);

/** Makes the mail due again later, unless it was tried for about a day. */
async function postpone(token: string, attempts: number): Promise<void> {
  if (attempts >= MOST_ATTEMPTS) return giveUp(token);
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (attempts - 1), LONGEST_WAIT_SECONDS);
  await change(token, `"dueAt" = now() + make_interval(secs => $2)`, wait);
}

/** Mails an invitation with a new token, so that no token is stored. */
async function send(accountId: string, signal: AbortSignal): Promise<void> {
  const token = newSecretToken();
  const opened = await openInvitation(accountId, token);
  if (!opened) return;
  try {
    const outcome = await sendEmail(opened.recipient, invitationEmail(opened, env().appOrigin, token), signal);
    if (outcome === "sent") return await change(token, `"sentAt" = now(), "dueAt" = NULL`);
    logger.warn({ accountId }, "the mail server refused the address of an invitation");
    await giveUp(token);
  } catch (error) {
    logger.warn({ err: error, accountId }, "invitation not sent");
    await postpone(token, opened.attempts);
  }
}

/** Mails every invitation that is due. An error of one does not keep the others from being sent. */
export async function sendInvitations(signal: AbortSignal): Promise<void> {
  const limit = pLimit(MAILS_AT_ONCE);
  const mails = (await listDueInvitations()).map((id) => limit(async () => void (signal.aborted || (await send(id, signal)))));
  for (const mail of await Promise.allSettled(mails)) if (mail.status === "rejected") throw mail.reason;
}

export const invitationSweep: Sweep = { name: "invitations", everyMs: 5_000, onWake: true, run: sendInvitations };
