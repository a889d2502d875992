import { isAssigned } from "../../accounts/assignments/data";
import { joinAccount, listAdminRecipients } from "../../accounts/data";
import { recordAuditBy } from "../../audit/mutations";
import { pool, type Queryable, withTransaction } from "../../db";
import { env } from "../../env";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";

/** After this time a request of a killed worker is taken up again. */
const LEASE_SECONDS = (2 * SEND_LIMIT_MS) / 1000;
const GIVE_UP_MINUTES = 60;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;

interface OpenRequest {
  accountId: string;
  name: string;
  email: string;
  address: string | null;
  projectId: string;
  projectName: string;
  safeName: string;
  attempts: number;
  mailedIds: string[];
}

function accessEmail(admin: string, { name, email, projectName, safeName }: OpenRequest): EmailTemplate {
  return {
    subject: `${name} requests access to ${projectName}`,
    greeting: `Hello ${admin},`,
    opening: [`${name} (${email}) requests access to the map ${projectName}.`],
    action: { label: "Open the project", url: `${env().appOrigin}/projects?project=${safeName}` },
    closing: ["To share the map, assign the project to this user. If you do nothing, the map stays hidden from the user."],
  };
}

function update(client: Queryable, requestId: string, change: string, ...values: unknown[]) {
  return client.query({ text: `UPDATE "AccessRequest" SET ${change} WHERE id = $1`, values: [requestId, ...values] });
}

/** Claims a request, and audits it the first time. @returns null when another worker has it, or there is nothing to ask for */
function openRequest(requestId: string): Promise<OpenRequest | null> {
  return withTransaction(async (client) => {
    const { rows } = await client.query<OpenRequest | (OpenRequest & { projectId: null })>({
      text: `WITH taken AS (
               UPDATE "AccessRequest" SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => $2)
                WHERE id = $1 AND "dueAt" <= now() RETURNING *)
             SELECT taken.*, account.name, account.email, p.id AS "projectId", p.name AS "projectName"
               FROM taken ${joinAccount("account", 'taken."accountId"')}
               LEFT JOIN "Project" p ON p."safeName" = taken."safeName" AND account.role = 'user' AND NOT ${isAssigned("p.id", "account.id")}`,
      values: [requestId, LEASE_SECONDS],
    });
    const [request] = rows;
    if (!request) return null;
    if (request.projectId === null) {
      await update(client, requestId, `"dueAt" = NULL`);
      return null;
    }
    const { accountId, email, address, projectId: id, projectName: name } = request;
    const actor = { accountId, email, address };
    if (request.attempts === 1)
      await recordAuditBy(client, { action: "project.access-requested", actor, target: { type: "project", id, name } });
    return request;
  });
}

/** Mails a request to every admin. Retries later; after a crash one admin may get a second mail. */
export async function answerAccessRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const request = await openRequest(requestId);
  if (!request) return;
  try {
    for (const { id, name, email } of await listAdminRecipients(request.mailedIds)) {
      await sendEmail({ name, email }, accessEmail(name, request), signal);
      await update(
        pool(),
        requestId,
        `"mailedIds" = "mailedIds" || $2::uuid, "dueAt" = now() + make_interval(secs => $3)`,
        id,
        LEASE_SECONDS,
      );
    }
    await update(pool(), requestId, `"dueAt" = NULL`);
  } catch (error) {
    logger.warn({ err: error, requestId }, "mail about an access request not sent");
    await update(
      pool(),
      requestId,
      `"dueAt" = CASE WHEN "createdAt" > now() - make_interval(mins => $2) THEN now() + make_interval(secs => least($3 * 2 ^ (attempts - 1), $4)) END`,
      GIVE_UP_MINUTES,
      FIRST_WAIT_SECONDS,
      LONGEST_WAIT_SECONDS,
    );
  }
}
