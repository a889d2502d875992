import { joinAccount } from "../../accounts/data";
import { isManaged, managedProjectIds, requireManagedProject } from "../../accounts/limits/policy";
import { addNotices } from "../../accounts/notices/mutations";
import { hashPassword, withPasswordTurn } from "../../accounts/passwords/passwords";
import { requireRecentProof } from "../../accounts/proofs/policy";
import { managesProject } from "../../accounts/references/managed-projects";
import { rowIdSchema } from "../../accounts/schema";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { inTransaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { AppError, notFound } from "../../errors";
import { type Client, clientNetwork } from "../../http/client";
import { type Counted, isLimited, RateLimits } from "../../http/rate-limits";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { logger } from "../../logging/logger";
import { projectGone } from "../data";
import { lockProject } from "../mutations";
import { readLinks, type SharedMap } from "./data";
import type { CreatedShareLink, NewShareLink } from "./schema";
import { SHARE_PATH } from "./values";

const MOST_LINKS = 200;
const DAY_SECONDS = 24 * 60 * 60;
const DAY_MS = DAY_SECONDS * 1000;

function invalid(field: "password" | "expiresAt", message: string): AppError {
  return new AppError("bad_request", message, { fields: { [field]: message } });
}

/** Checks what the operator demands of links. @throws AppError 400, 409 when links are off */
function requireAllowed({ password, expiresAt }: Pick<NewShareLink, "password" | "expiresAt">): void {
  const { areOn, needPassword, needEnd, mostDays } = env().shareLinks;
  if (!areOn) throw new AppError("conflict", "Share links are turned off on this server.");
  if (needPassword && password === undefined) throw invalid("password", "A password is required.");
  if (needEnd && !expiresAt) throw invalid("expiresAt", "A last day is required.");
  // The last day ends in the time zone of the admin.
  const latest = Date.now() + ((mostDays ?? 0) + 1) * DAY_MS;
  if (mostDays !== null && Date.parse(expiresAt ?? "") > latest)
    throw invalid("expiresAt", `Choose a day within the next ${mostDays} days.`);
}

/** Creates a link. @throws AppError 400 for what the operator does not allow, 403 without a recent proof, 404, 409 when the project does not allow sharing or has too many links, 503 when the password queue is full */
export async function createShareLink(
  viewer: AdminViewer,
  input: NewShareLink,
  client: Client,
): Promise<Omit<CreatedShareLink, "message">> {
  requireAllowed(input);
  await requireRecentProof(viewer);
  const { projectId, label, expiresAt = null, password, frameOrigins } = input;
  requireManagedProject(viewer, projectId, projectGone);
  const token = newSecretToken();
  // Hashing is slow, so it is done outside the transaction.
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const link = await inTransaction(async (tx) => {
    const project = await lockProject(tx, projectId, "NO KEY UPDATE");
    if (!project) throw projectGone();
    if (!project.allowsSharing) throw new AppError("conflict", "Sharing is turned off for this project.");
    const links = await tx.shareLink.count({ where: { projectId } });
    if (links >= MOST_LINKS) throw new AppError("conflict", `A project can have at most ${MOST_LINKS} links. Revoke one first.`);
    const data = {
      projectId,
      tokenHash: hashSecretToken(token),
      label,
      passwordHash,
      frameOrigins,
      createdById: viewer.accountId,
      expiresAt,
    };
    const { id } = await tx.shareLink.create({ data, select: { id: true } });
    const [created] = await readLinks(tx, "s.id = $1", id);
    const details = { link: id, label, expiresAt, hasPassword: passwordHash !== null, frameOrigins };
    const target = { type: "project", id: projectId, name: project.name };
    await recordAudit(tx, { action: "share-link.created", actor: auditActor(viewer, client), target, details });
    return created;
  });
  if (!link) throw new Error("A share link was not inserted.");
  return { url: `${env().appOrigin}${SHARE_PATH}/${token}`, link };
}

const linkGone = () => notFound("This link no longer exists.");

/** Revokes a link. Maps that it opened close within 30 seconds. @throws AppError 404 */
export async function revokeShareLink(viewer: AdminViewer, id: string, client: Client): Promise<void> {
  if (!rowIdSchema.safeParse(id).success) throw linkGone();
  await inTransaction(async (tx) => {
    const [revoked] = await queryRows<{ label: string; projectId: string; name: string }>(tx, {
      text: `DELETE FROM "ShareLink" s USING ${visibleProjects} p WHERE s.id = $1 AND p.id = s."projectId" AND ${isManaged("p.id", "$2")} RETURNING s.label, s."projectId", p.name`,
      values: [id, managedProjectIds(viewer)],
    });
    if (!revoked) throw linkGone();
    const target = { type: "project", id: revoked.projectId, name: revoked.name };
    const details = { link: id, label: revoked.label };
    await recordAudit(tx, { action: "share-link.revoked", actor: auditActor(viewer, client), target, details });
  });
}

/** Counts an opening of a link. */
export async function countShareOpening(id: string): Promise<void> {
  const counted = db().shareLink.updateMany({ where: { id }, data: { openings: { increment: 1 }, lastOpenedAt: new Date() } });
  await counted.catch((error: unknown) => logger.warn({ err: error, link: id }, "opening of a share link not counted"));
}

/** The narrow limit counts by link and network, so that guesses from one network don't lock out the others. */
const limits = new RateLimits(
  "share-link",
  {
    pair: { points: 10, duration: 15 * 60 },
    link: { points: 100, duration: 60 * 60 },
    network: { points: 100, duration: 15 * 60 },
  },
  "Too many attempts. Please try again later.",
);

/** Networks that have opened a link with its password. The limit of the link is not for them, so that guesses from others don't lock them out. */
const known = new RateLimits("share-link-known", { pair: { points: 1, duration: 90 * DAY_SECONDS } }, "Already known.");

/** One audit event for each link and network in the period of the narrow limit, and one mail a day for each link. */
const reports = new RateLimits(
  "share-link-report",
  { pair: { points: 1, duration: 15 * 60 }, link: { points: 1, duration: DAY_SECONDS } },
  "Already reported.",
);

async function reportLimited({ id, projectId, name, label }: SharedMap, { address }: Client): Promise<void> {
  if (await isLimited(reports.count(["pair", clientNetwork(address), id]))) return;
  const target = { type: "project", id: projectId, name };
  const credential = { kind: "link", _id: id, name: label } as const;
  await recordAudit(db(), { action: "share-link.limited", actor: null, target, address, credential, details: { link: id, label } });
}

/** Mails the creator of a link that has reached its own limit, while that account manages the project. */
async function warnCreator({ id, name, safeName, label }: SharedMap): Promise<void> {
  if (await isLimited(reports.count(["link", id]))) return;
  const creators = await queryRows<{ id: string }>(db(), {
    text: `SELECT a.id FROM "ShareLink" s ${joinAccount("a", 's."createdById"')} WHERE s.id = $1::uuid AND ${managesProject('s."projectId"', "a")}`,
    values: [id],
  });
  await addNotices(
    db(),
    creators.map((creator) => creator.id),
    { kind: "link-locked", label, project: name, safeName },
  );
}

/** Checks the password of a link. @throws AppError 429 over the limits, 503 when the password queue is full */
export async function checkSharePassword(link: SharedMap, password: string, client: Client): Promise<boolean> {
  const network = clientNetwork(client.address);
  const narrow: Counted<"pair"> = ["pair", network, link.id];
  const ofLink: Counted<"link"> = ["link", link.id];
  try {
    return await withPasswordTurn(
      `network ${network}`,
      async () => {
        const wide: Counted<"link" | "network">[] = [["network", network]];
        if (!(await isLimited(known.check(narrow)))) wide.unshift(ofLink);
        await limits.check(narrow, ...wide);
        return wide;
      },
      async (wide, verify) => {
        await limits.count(narrow, ...wide);
        const isRight = await verify(link.passwordHash, password);
        if (isRight) await Promise.all([limits.forget(narrow), limits.giveBack(...wide), isLimited(known.count(narrow))]);
        else if (await isLimited(limits.check(ofLink))) await warnCreator(link);
        return isRight;
      },
    );
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") await reportLimited(link, client);
    throw error;
  }
}
