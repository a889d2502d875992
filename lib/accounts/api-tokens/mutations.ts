import { auditActor, recordAudit } from "../../audit/mutations";
import { inTransaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import type { Client } from "../../http/client";
import { hashSecretToken } from "../../http/secret-token";
import { covers, managedProjectIds } from "../limits/policy";
import { requireRecentProof } from "../proofs/policy";
import { findTokenProjects } from "../references/managed-projects";
import { rowIdSchema } from "../schema";
import { lockOwnSession } from "../sessions/mutations";
import { isAdmin, isSuperadmin } from "../sessions/policy";
import type { SessionViewer } from "../sessions/schema";
import { listApiTokens, newApiToken } from "./data";
import type { ApiTokenSummary, NewApiToken } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** API tokens of one account, with expired ones. */
const MAX_TOKENS = 100;

function invalid(field: keyof NewApiToken, message: string): AppError {
  return new AppError("bad_request", message, { fields: { [field]: message } });
}

/** Creates an API token. Only its hash is stored. @throws AppError 400 for a missing project, and for users who can't publish; 401; 403 without a recent proof; 409 */
export async function createApiToken(
  viewer: SessionViewer,
  { name, scope, projectIds: chosen, expiresInDays }: NewApiToken,
  client: Client,
): Promise<{ token: string; apiToken: ApiTokenSummary }> {
  await requireRecentProof(viewer);
  if (scope === "publish" && !isAdmin(viewer)) throw invalid("scope", "Only administrators can publish.");
  if (scope === "people" && !isSuperadmin(viewer))
    throw invalid("scope", "Only super administrators can create tokens that manage accounts.");
  const token = newApiToken();
  const { accountId } = viewer;
  const projectIds = [...new Set(chosen)];
  const expiresAt = new Date(Date.now() + expiresInDays * DAY_MS);
  const id = await inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const projects = await findTokenProjects(tx, projectIds);
    if (projects.length < projectIds.length || !projectIds.every((one) => covers(managedProjectIds(viewer), one))) {
      throw invalid("projectIds", "A chosen project no longer exists.");
    }
    if ((await tx.apiToken.count({ where: { accountId } })) >= MAX_TOKENS) {
      throw new AppError("conflict", `You have ${MAX_TOKENS} API tokens. Revoke one that you no longer need.`);
    }
    const data = { accountId, name, scope, projectIds, tokenHash: hashSecretToken(token), expiresAt };
    const created = await tx.apiToken.create({ data, select: { id: true } });
    await recordAudit(tx, {
      action: "token.created",
      actor: auditActor(viewer, client),
      target: { type: "token", id: created.id, name },
      details: { scope, expiresAt: expiresAt.toISOString(), ...(scope === "publish" && { projects }) },
    });
    return created.id;
  });
  const apiToken = (await listApiTokens(viewer)).find(({ _id }) => _id === id);
  if (!apiToken) throw notFound("This API token was revoked meanwhile.");
  return { token, apiToken };
}

/** Revokes one of the viewer's API tokens; superadmins can revoke every token. @throws AppError 401, 404 without such a token */
export function revokeApiToken(viewer: SessionViewer, tokenId: string, client: Client): Promise<void> {
  return inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const id = rowIdSchema.safeParse(tokenId).data;
    const where = { id: id ?? "", ...(!isSuperadmin(viewer) && { accountId: viewer.accountId }) };
    const token = id && (await tx.apiToken.findFirst({ where, select: { name: true, scope: true, account: { select: { email: true } } } }));
    if (!token || (await tx.apiToken.deleteMany({ where })).count === 0) throw notFound("This API token has been revoked already.");
    const { name, scope, account } = token;
    await recordAudit(tx, {
      action: "token.revoked",
      actor: auditActor(viewer, client),
      target: { type: "token", id, name },
      details: { scope, account: account.email },
    });
  });
}
