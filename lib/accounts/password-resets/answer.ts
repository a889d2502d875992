import { recordAuditBy } from "../../audit/mutations";
import { pool, withTransaction } from "../../db";
import { env } from "../../env";
import { logger } from "../../logging/logger";
import { type Recipient, SEND_LIMIT_MS, sendLetter } from "../../mail/delivery/transport";
import { resetLetter } from "../../password-resets/letter";
import { RESET_LINK_MINUTES } from "./schema";
import { hashResetToken, newResetToken } from "./token";

/** A worker that was killed has lost the request after this long: well after the mail must have been sent. */
const LEASE_SECONDS = (2 * SEND_LIMIT_MS) / 1000;

/** Who still waits for a mail after this long asks again. */
const GIVE_UP_MINUTES = 60;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;

interface TakenRequest {
  email: string;
  address: string | null;
  attempts: number;
}

interface AccountRow extends Recipient {
  id: string;
}

/** What is sent; the token is nowhere else. */
interface OpenedReset {
  recipient: Recipient;
  token: string;
}

/**
 * Takes the request up and makes a link for its account, with the event of the trail. Every attempt makes a link of its own,
 * so that no token is ever kept. For an address without an account nothing is written: no account was touched, and the
 * trail is no place for whatever strangers type.
 * @returns null when there is nothing to send
 */
function openReset(requestId: string): Promise<OpenedReset | null> {
  const token = newResetToken();
  return withTransaction(async (client) => {
    const taken = await client.query<TakenRequest>({
      text: `UPDATE "PasswordResetRequest" SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => $2)
              WHERE id = $1 AND "dueAt" <= now() RETURNING email, address, attempts`,
      values: [requestId, LEASE_SECONDS],
    });
    const [request] = taken.rows;
    if (!request) return null;
    // Kept as it is until the link is there: a new address or password meanwhile takes the account's links away, this one too.
    const found = await client.query<AccountRow>({
      text: `SELECT id, name, email FROM "Account" WHERE email = $1 FOR SHARE`,
      values: [request.email],
    });
    const [account] = found.rows;
    if (!account) {
      await client.query({ text: `DELETE FROM "PasswordResetRequest" WHERE id = $1`, values: [requestId] });
      return null;
    }
    await client.query({
      text: `INSERT INTO "PasswordReset" (id, "accountId", "tokenHash", "expiresAt")
             VALUES (gen_random_uuid(), $1, $2, now() + make_interval(mins => $3))`,
      values: [account.id, hashResetToken(token), RESET_LINK_MINUTES],
    });
    if (request.attempts === 1) {
      const target = { type: "account", id: account.id, name: account.email };
      await recordAuditBy(client, { action: "account.password-reset-requested", actor: null, target, address: request.address });
    }
    return { recipient: { name: account.name, email: account.email }, token };
  });
}

async function deleteRequest(requestId: string): Promise<void> {
  await pool().query({ text: `DELETE FROM "PasswordResetRequest" WHERE id = $1`, values: [requestId] });
}

/** @returns false when it was given up */
async function postpone(requestId: string): Promise<boolean> {
  const { rowCount } = await pool().query({
    text: `UPDATE "PasswordResetRequest" SET "dueAt" = now() + make_interval(secs => least($2 * 2 ^ (attempts - 1), $3))
            WHERE id = $1 AND "createdAt" > now() - make_interval(mins => $4)`,
    values: [requestId, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS, GIVE_UP_MINUTES],
  });
  if (rowCount === 0) await deleteRequest(requestId);
  return rowCount !== 0;
}

/**
 * Answers a request: sends the mail with the link, if there is such an account. A mail that could not be sent is tried again
 * later; one that was sent when the worker was killed is sent a second time, with another link that is as good.
 */
export async function answerRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const reset = await openReset(requestId);
  if (!reset) return;
  const { recipient, token } = reset;
  try {
    const outcome = await sendLetter(recipient, resetLetter(recipient, env().appOrigin, token), signal);
    if (outcome === "refused") logger.warn({ requestId }, "the mail server refused the address of an account");
  } catch (error) {
    const isPostponed = await postpone(requestId);
    logger.warn({ err: error, requestId }, isPostponed ? "mail not sent, will try again" : "mail not sent, given up");
    return;
  }
  await deleteRequest(requestId);
}
