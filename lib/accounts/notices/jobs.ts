import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { env } from "../../env";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import { nextAttemptAt, type Recipient, SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";
import { isInvited } from "../invitations/data";
import { storedPreferencesSchema } from "../profile/schema";
import { noticeEmail } from "./email";
import { type Notice, noticeSchema } from "./schema";

/** A notice of a killed worker is taken up again after this time. */
const LEASE_SECONDS = (2 * SEND_LIMIT_MS) / 1000;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 900;
/** Later the news is old. */
const GIVE_UP_MS = 24 * 60 * 60 * 1_000;
const TAKEN_AT_ONCE = 100;

interface DueNotice extends Recipient {
  id: string;
  attempts: number;
  notice: unknown;
  preferences: unknown;
  isInvited: boolean;
}

/** Claims the notices that are due. */
function takeDue(): Promise<DueNotice[]> {
  return queryRows<DueNotice>(db(), {
    text: `WITH due AS (SELECT id FROM "AccountNotice" WHERE "dueAt" <= now() ORDER BY "dueAt" LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED),
                taken AS (UPDATE "AccountNotice" n SET attempts = attempts + 1, "dueAt" = now() + make_interval(secs => ${LEASE_SECONDS})
                            FROM due WHERE n.id = due.id RETURNING n.*)
           SELECT taken.id, taken.attempts, taken.notice, account.name, account.email, account.preferences, ${isInvited("account.id")} AS "isInvited"
             FROM taken JOIN "Account" account ON account.id = taken."accountId" ORDER BY taken."createdAt"`,
  });
}

async function remove(id: string): Promise<void> {
  await db().accountNotice.deleteMany({ where: { id } });
}

/** Makes a notice due again later, or deletes it when it is old. */
async function postpone({ id, attempts }: DueNotice): Promise<void> {
  const where = { id, createdAt: { gt: new Date(Date.now() - GIVE_UP_MS) } };
  const dueAt = nextAttemptAt(attempts, FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS);
  if ((await db().accountNotice.updateMany({ where, data: { dueAt } })).count === 0) await remove(id);
}

/** A person who has not accepted the invitation gets that mail only. */
function isWanted({ kind }: Notice, { preferences, isInvited }: Pick<DueNotice, "preferences" | "isInvited">): boolean {
  return !isInvited && (kind !== "maps-assigned" || storedPreferencesSchema.parse(preferences).mailsAssignments);
}

async function send(due: DueNotice, signal: AbortSignal): Promise<void> {
  const { id, name, email, notice } = due;
  const parsed = noticeSchema.parse(notice);
  try {
    const mail = (product: string) => noticeEmail({ name, email }, parsed, env().appOrigin, product);
    if (isWanted(parsed, due)) await sendEmail({ name, email }, mail, signal);
  } catch (error) {
    logger.warn({ err: error, kind: parsed.kind }, "mail to an account not sent");
    return postpone(due);
  }
  await remove(id);
}

/** Mails every notice that is due, until none is left. */
export async function sendNotices(signal: AbortSignal): Promise<void> {
  for (let due = await takeDue(); due.length > 0; due = signal.aborted ? [] : await takeDue()) {
    for (const notice of due) if (!signal.aborted) await send(notice, signal);
  }
}

export const noticeSweep: Sweep = { name: "notices to accounts", everyMs: 5_000, onWake: true, run: sendNotices };
