import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { execute, queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { env } from "../../env";
import type { PasswordResetRequest } from "../../generated/prisma/client";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { type Recipient, SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";
import { isInvited } from "../invitations/data";
import { RESET_LINK_MINUTES } from "./schema";

/** After this time a request of a killed worker is taken up again. */
const LEASE_SECONDS = (2 * SEND_LIMIT_MS) / 1000;

/** Requests older than this are dropped. */
const GIVE_UP_MINUTES = 60;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;

function resetEmail(account: { name: string; email: string }, origin: string, token: string): EmailTemplate {
  return {
    subject: "Reset your Sea-Vision password",
    greeting: `Hello ${account.name},`,
    opening: [`We received a request to reset the password of the Sea-Vision account ${account.email}.`],
    action: { label: "Set a new password", url: `${origin}/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${RESET_LINK_MINUTES} minutes. You will then be signed out on every device.`,
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
  };
}

/** Claims the request and creates a link, a new one for each attempt, so that no token is stored. @returns null for an unknown address, or one that needs no password or is invited */
function openReset(requestId: string): Promise<{ recipient: Recipient; token: string } | null> {
  const token = newSecretToken();
  return inTransaction(async (client) => {
    const taken = await queryRows<Pick<PasswordResetRequest, "email" | "address" | "attempts">>(client, {
      text: `UPDATE "PasswordResetRequest" SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => $2)
              WHERE id = $1 AND "dueAt" <= now() RETURNING email, address, attempts`,
      values: [requestId, LEASE_SECONDS],
    });
    const [request] = taken;
    if (!request) return null;
    // Locked until the link exists: a concurrent change of address or password then deletes this link, too.
    const found = await queryRows<Recipient & { id: string }>(client, {
      text: `SELECT id, name, email FROM "Account" a
              WHERE email = $1 AND (role = 'superadmin' OR NOT $2) AND NOT ${isInvited("a.id")} FOR SHARE`,
      values: [request.email, env().oidc?.isOnly ?? false],
    });
    const [account] = found;
    if (!account) {
      await execute(client, { text: `DELETE FROM "PasswordResetRequest" WHERE id = $1`, values: [requestId] });
      return null;
    }
    await execute(client, {
      text: `INSERT INTO "PasswordReset" (id, "accountId", "tokenHash", "expiresAt")
             VALUES (gen_random_uuid(), $1, $2, now() + make_interval(mins => $3))`,
      values: [account.id, hashSecretToken(token), RESET_LINK_MINUTES],
    });
    if (request.attempts === 1) {
      const target = { type: "account", id: account.id, name: account.email };
      await recordAudit(client, { action: "account.password-reset-requested", actor: null, target, address: request.address });
    }
    return { recipient: { name: account.name, email: account.email }, token };
  });
}

async function deleteRequest(requestId: string): Promise<void> {
  await execute(db(), { text: `DELETE FROM "PasswordResetRequest" WHERE id = $1`, values: [requestId] });
}

async function postpone(requestId: string): Promise<boolean> {
  const rowCount = await execute(db(), {
    text: `UPDATE "PasswordResetRequest" SET "dueAt" = now() + make_interval(secs => least($2 * 2 ^ (attempts - 1), $3))
            WHERE id = $1 AND "createdAt" > now() - make_interval(mins => $4)`,
    values: [requestId, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, GIVE_UP_MINUTES],
  });
  if (rowCount === 0) await deleteRequest(requestId);
  return rowCount !== 0;
}

/** Sends the mail of a request if there is such an account. Retries later; after a crash it may send a second, equally valid link. */
export async function answerRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const reset = await openReset(requestId);
  if (!reset) return;
  const { recipient, token } = reset;
  try {
    const outcome = await sendEmail(recipient, resetEmail(recipient, env().appOrigin, token), signal);
    if (outcome === "refused") logger.warn({ requestId }, "the mail server refused the address of an account");
  } catch (error) {
    const isPostponed = await postpone(requestId);
    logger.warn({ err: error, requestId }, isPostponed ? "mail not sent, will try again" : "mail not sent, no further attempt");
    return;
  }
  await deleteRequest(requestId);
}
