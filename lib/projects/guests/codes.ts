import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import { recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { type Database, queryRows } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { env } from "../../env";
import { AppError } from "../../errors";
import { type Client, clientNetwork } from "../../http/client";
import { describeDevice } from "../../http/device";
import { type Counted, RateLimits } from "../../http/rate-limits";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { wakeWorkers } from "../../jobs/notifications";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { endOfLease, nextAttemptAt, sendEmail } from "../../mail/delivery/transport";
import { isAdmitted } from "./data";
import type { GuestCodeInput, GuestSignIn } from "./schema";
import { CODE_MINUTES, GUEST_PATH, GUESTS_NEED_MAIL } from "./values";

const CODE_MS = CODE_MINUTES * 60_000;
const SESSION_MS = 24 * 60 * 60 * 1_000;
const MOST_TRIES = 5;

const requests = new RateLimits(
  "guest-code",
  { pair: { points: 5, duration: 15 * 60 }, email: { points: 10, duration: 60 * 60 }, network: { points: 50, duration: 15 * 60 } },
  "Too many codes were requested. Please try again later.",
);

/** A domain has many addresses, each with codes of its own. The limit of the project bounds guesses from many networks. */
const guesses = new RateLimits(
  "guest-guess",
  { network: { points: 20, duration: 60 * 60 }, project: { points: 100, duration: 60 * 60 } },
  "Too many wrong codes. Please try again later.",
);

/** Stores a request, which a worker answers. Neither the answer nor its duration reveals whether the address is admitted. @returns its id @throws AppError 409 without a mail server, 429 */
export async function requestCode({ project: safeName, email }: GuestCodeInput, { address }: Client): Promise<string> {
  if (!env().deliversMail) throw new AppError("conflict", GUESTS_NEED_MAIL);
  const network = clientNetwork(address);
  await requests.consume(["pair", network, safeName, email], ["email", email], ["network", network]);
  return inTransaction(async (tx) => {
    const { id } = await tx.guestCode.create({ data: { safeName, email }, select: { id: true } });
    await wakeWorkers(tx);
    return id;
  });
}

/** Returns what is stored of a code. Its digits could be guessed from a hash without a key. */
export function hashGuestCode(requestId: string, code: string): string {
  const key = Buffer.from(hkdfSync("sha256", env().authSecret, "", "sea-vision guest codes", 32));
  return createHmac("sha256", key).update(`${requestId} ${code}`).digest("base64url");
}

/** Returns the project of a safe name if it admits the address. */
async function findAdmitting(client: Database, { safeName, email }: { safeName: string; email: string }) {
  const [project] = await queryRows<{ id: string; name: string }>(client, {
    text: `SELECT p.id, p.name FROM ${visibleProjects} p WHERE p."safeName" = $1 AND ${isAdmitted("$2::text", "p.id")}`,
    values: [safeName, email],
  });
  return project ?? null;
}

function codeEmail(code: string, project: string, url: string, product: string): EmailTemplate {
  return {
    subject: `${code} is your code for the map ${project}`,
    greeting: "Hello,",
    opening: [`Enter this code to open the map ${project} in ${product}:`, code],
    action: { label: "Enter the code", url },
    closing: [
      `The code works once, within ${CODE_MINUTES} minutes. Give it to no one.`,
      "If you did not request it, there is nothing to do: without the code, the map stays closed.",
    ],
  };
}

/** Claims a request. @returns null if another worker has it, or the address is not admitted */
function openRequest(id: string, code: string) {
  return inTransaction(async (tx) => {
    const where = { id, dueAt: { lte: new Date() } };
    const [request] = await tx.guestCode.updateManyAndReturn({ where, data: { attempts: { increment: 1 }, dueAt: endOfLease() } });
    if (!request) return null;
    const project = await findAdmitting(tx, request);
    const data = project ? { codeHash: hashGuestCode(id, code), expiresAt: new Date(Date.now() + CODE_MS) } : { dueAt: null };
    await tx.guestCode.update({ where: { id }, data, select: { id: true } });
    return project && { ...request, project: project.name };
  });
}

/** Mails a code if the address is admitted. Each attempt has another code, so that no code is stored. */
export async function answerCodeRequest(id: string, signal: AbortSignal): Promise<void> {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const request = await openRequest(id, code);
  if (!request) return;
  const { email, safeName, project, createdAt, attempts } = request;
  let dueAt: Date | null = null;
  try {
    const url = `${env().appOrigin}${GUEST_PATH}/${safeName}?request=${id}`;
    await sendEmail({ name: "", email }, (product) => codeEmail(code, project, url, product), signal);
  } catch (error) {
    if (createdAt.getTime() > Date.now() - CODE_MS) dueAt = nextAttemptAt(attempts, 5, 60);
    logger.warn({ err: error, requestId: id }, dueAt ? "guest code not sent, will try again" : "guest code not sent, no further attempt");
  }
  await db().guestCode.updateMany({ where: { id }, data: { dueAt } });
}

interface OpenedSession {
  safeName: string;
  /** For the cookie. It is not stored. */
  token: string;
}

/** Uses up a code. @returns null for a wrong, used or expired one, and when no entry admits the address any more */
async function openSession(tx: Transaction, { request: id, code }: GuestSignIn, client: Client): Promise<OpenedSession | null> {
  const where = { id, tries: { lt: MOST_TRIES }, expiresAt: { gt: new Date() } };
  // Concurrent guesses wait for the row, so each is counted.
  const [request] = await tx.guestCode.updateManyAndReturn({ where, data: { tries: { increment: 1 } } });
  const isRight = request?.codeHash && timingSafeEqual(Buffer.from(request.codeHash), Buffer.from(hashGuestCode(id, code)));
  if (!isRight) return null;
  await tx.guestCode.delete({ where: { id }, select: { id: true } });
  const project = await findAdmitting(tx, request);
  if (!project) return null;
  const { email, safeName } = request;
  const token = newSecretToken();
  const data = { projectId: project.id, email, tokenHash: hashSecretToken(token), expiresAt: new Date(Date.now() + SESSION_MS) };
  const session = await tx.guestSession.create({ data, select: { id: true } });
  const credential = { kind: "guest", _id: session.id, name: describeDevice(client.userAgent).device } as const;
  const actor = { accountId: null, email, address: client.address, credential };
  await recordAudit(tx, { action: "guest.signed-in", actor, target: { type: "project", ...project } });
  return { safeName, token };
}

const WRONG_CODE = "This code is wrong or no longer valid.";

/** Opens a session of a day with the code of a mail. @throws AppError 400 for a wrong code, 429 */
export async function signInGuest(input: GuestSignIn, client: Client): Promise<OpenedSession> {
  const request = await db().guestCode.findUnique({ where: { id: input.request }, select: { safeName: true } });
  const counted: Counted<"network" | "project">[] = [
    ["network", clientNetwork(client.address)],
    ["project", request?.safeName ?? input.request],
  ];
  await guesses.consume(...counted);
  const opened = await inTransaction((tx) => openSession(tx, input, client));
  if (!opened) throw new AppError("bad_request", WRONG_CODE, { fields: { code: WRONG_CODE } });
  await guesses.giveBack(...counted);
  return opened;
}
