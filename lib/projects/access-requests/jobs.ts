import { isAssigned } from "../../accounts/assignments/data";
import { joinAccount, listAdminRecipients } from "../../accounts/data";
import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { type Database, queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";

/** When a request that was not finished is due again. */
const LEASE_END = `now() + interval '${2 * SEND_LIMIT_MS} milliseconds'`;

interface OpenRequest {
  accountId: string;
  name: string;
  email: string;
  address: string | null;
  /** Null for a missing map, and for one that the account can open. */
  projectId: string | null;
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

function update(client: Database, requestId: string, change: string, ...values: unknown[]) {
  return queryRows(client, { text: `UPDATE "AccessRequest" SET ${change} WHERE id = $1`, values: [requestId, ...values] });
}

/** Claims a request, and audits it the first time. @returns null when another worker has it, or there is nothing to ask for */
function openRequest(requestId: string): Promise<OpenRequest | null> {
  return inTransaction(async (client) => {
    const rows = await queryRows<OpenRequest>(client, {
      text: `WITH taken AS (
               UPDATE "AccessRequest" SET attempts = attempts + 1, "dueAt" = ${LEASE_END}
                WHERE id = $1 AND "dueAt" <= now() RETURNING *)
             SELECT taken.*, account.name, account.email, p.id AS "projectId", p.name AS "projectName"
               FROM taken ${joinAccount("account", 'taken."accountId"')}
               LEFT JOIN ${visibleProjects} p ON p."safeName" = taken."safeName" AND account.role = 'user' AND NOT ${isAssigned("p.id", "account.id")}`,
      values: [requestId],
    });
    const [request] = rows;
    if (!request?.projectId) {
      if (request) await update(client, requestId, `"dueAt" = NULL`);
      return null;
    }
    const target = { type: "project", id: request.projectId, name: request.projectName };
    if (request.attempts === 1) await recordAudit(client, { action: "project.access-requested", actor: request, target });
    return request;
  });
}

/** Mails a request to every admin. After a failure it is due again when the lease ends; after a crash one admin may get a second mail. */
export async function answerAccessRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const request = await openRequest(requestId);
  if (!request) return;
  try {
    for (const { id, name, email } of await listAdminRecipients(request.mailedIds)) {
      await sendEmail({ name, email }, accessEmail(name, request), signal);
      await update(db(), requestId, `"mailedIds" = "mailedIds" || $2::uuid, "dueAt" = ${LEASE_END}`, id);
    }
    await update(db(), requestId, `"dueAt" = NULL`);
  } catch (error) {
    logger.warn({ err: error, requestId }, "mail about an access request not sent");
  }
}

export const accessRequestSweep: Sweep = {
  name: "access requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const rows = await queryRows<{ id: string }>(db(), {
      text: `SELECT id FROM "AccessRequest" WHERE "dueAt" <= now() AND "createdAt" > now() - interval '1 hour' ORDER BY "dueAt"`,
    });
    for (const { id } of rows) if (!signal.aborted) await answerAccessRequest(id, signal);
  },
};
