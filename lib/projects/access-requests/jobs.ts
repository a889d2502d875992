import { listAdminRecipients } from "../../accounts/data";
import { mayOpen } from "../../accounts/references/openable-projects";
import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import type { AccessRequest, Account, Prisma, Project } from "../../generated/prisma/client";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { endOfLease, sendEmail } from "../../mail/delivery/transport";

const GIVE_UP_MS = 60 * 60 * 1_000;

interface OpenRequest extends AccessRequest {
  account: Pick<Account, "name" | "email">;
  project: Pick<Project, "id" | "name">;
}

function accessEmail(admin: string, { account: { name, email }, project, safeName }: OpenRequest): EmailTemplate {
  return {
    subject: `${name} requests access to ${project.name}`,
    greeting: `Hello ${admin},`,
    opening: [`${name} (${email}) requests access to the map ${project.name}.`],
    action: { label: "Open the project", url: `${env().appOrigin}/projects?project=${safeName}` },
    closing: ["To share the map, assign the project to this user. If you do nothing, the map stays hidden from the user."],
  };
}

/** Claims a request, and audits it the first time. @returns null when another worker has it, or there is nothing to ask for */
function openRequest(requestId: string): Promise<OpenRequest | null> {
  return inTransaction(async (client) => {
    const [request] = await client.accessRequest.updateManyAndReturn({
      where: { id: requestId, dueAt: { lte: new Date() } },
      data: { attempts: { increment: 1 }, dueAt: endOfLease() },
      include: { account: { select: { name: true, email: true, role: true } } },
    });
    if (!request) return null;
    const { accountId, safeName, address, account, attempts } = request;
    const [project] = await queryRows<Pick<Project, "id" | "name">>(client, {
      text: `SELECT p.id, p.name FROM ${visibleProjects} p WHERE p."safeName" = $1 AND NOT ${mayOpen("p.id", "$2::uuid")}`,
      values: [safeName, accountId],
    });
    if (!project || account.role !== "user") {
      await client.accessRequest.updateMany({ where: { id: requestId }, data: { dueAt: null } });
      return null;
    }
    const target = { type: "project", ...project };
    const actor = { accountId, email: account.email, address };
    if (attempts === 1) await recordAudit(client, { action: "project.access-requested", actor, target });
    return { ...request, project };
  });
}

/** Mails a request to every admin of the project. After a failure it is due again when the lease ends; after a crash one admin may get a second mail. */
export async function answerAccessRequest(requestId: string, signal: AbortSignal): Promise<void> {
  const request = await openRequest(requestId);
  if (!request) return;
  const update = (data: Prisma.AccessRequestUpdateManyMutationInput) => db().accessRequest.updateMany({ where: { id: requestId }, data });
  try {
    for (const { id, name, email } of await listAdminRecipients(request.project.id, request.mailedIds)) {
      await sendEmail({ name, email }, accessEmail(name, request), signal);
      await update({ mailedIds: { push: id }, dueAt: endOfLease() });
    }
    await update({ dueAt: null });
  } catch (error) {
    logger.warn({ err: error, requestId }, "mail about an access request not sent");
  }
}

export const accessRequestSweep: Sweep = {
  name: "access requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const where = { dueAt: { lte: new Date() }, createdAt: { gt: new Date(Date.now() - GIVE_UP_MS) } };
    const due = await db().accessRequest.findMany({ where, select: { id: true }, orderBy: { dueAt: "asc" } });
    for (const { id } of due) if (!signal.aborted) await answerAccessRequest(id, signal);
  },
};
