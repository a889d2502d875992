import { db } from "../../db/client";
import { queryRows } from "../../db/query";
import { env } from "../../env";
import type { Sweep } from "../../jobs/job";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { nextAttemptAt, type Recipient, SEND_LIMIT_MS, sendEmail } from "../../mail/delivery/transport";
import { isInvited } from "../invitations/data";
import { storedPreferencesSchema } from "../profile/schema";
import { type Notice, noticeSchema } from "./schema";

const NOT_YOU = "If it was not you, end all other sessions in your settings, change your password, and tell an admin.";

/** 2026-11-25 18:30 UTC. A mail does not know the time zone of its reader. */
const formatTime = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** Returns the mail of a notice. @param origin of the application @param product its name */
export function noticeEmail({ name, email }: Recipient, notice: Notice, origin: string, product: string): EmailTemplate {
  const greeting = `Hello ${name},`;
  const settings = { label: "Open your settings", url: `${origin}/settings` };
  switch (notice.kind) {
    case "new-device": {
      const from = notice.address ? ` from the address ${notice.address}` : "";
      return {
        subject: `New sign-in to ${product}`,
        greeting,
        opening: [`${notice.device} signed in to your account ${email}${from} on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you, there is nothing to do.", NOT_YOU],
      };
    }
    case "password-changed":
      return {
        subject: `Your ${product} password was changed`,
        greeting,
        opening: [`The password of your account ${email} was changed on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you or your admin, there is nothing to do.", NOT_YOU],
      };
    case "factor-changed":
      return {
        subject: `Two-step verification of your ${product} account was changed`,
        greeting,
        opening: [notice.change, `This was changed for your account ${email} on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you or your admin, there is nothing to do.", NOT_YOU],
      };
    case "codes-refused": {
      const from = notice.address ? ` The last came from the address ${notice.address}.` : "";
      return {
        subject: `Wrong codes for your ${product} account`,
        greeting,
        opening: [`The password of your account ${email} was entered correctly several times, each time with a wrong code.${from}`],
        action: settings,
        closing: ["If it was not you, change your password now: another person knows it.", "If it was you, there is nothing to do."],
      };
    }
    case "link-locked": {
      const label = notice.label && ` ${notice.label}`;
      return {
        subject: "Wrong passwords for a share link",
        greeting,
        opening: [
          `Your share link${label} to the map ${notice.project} got many wrong passwords.`,
          "For up to an hour it opens only from networks that have opened it before.",
        ],
        action: { label: "Open the project", url: `${origin}/projects?project=${notice.safeName}` },
        closing: ["To stop them, revoke the link and create another."],
      };
    }
    case "maps-assigned": {
      const { names, count } = notice;
      const [first = ""] = names;
      const rest = count > names.length ? [`… and ${count - names.length} more.`] : [];
      return {
        subject: count === 1 ? `You can now open the map ${first}` : `You can now open ${count} more maps`,
        greeting,
        opening: [count === 1 ? "A map was assigned to you:" : "Maps were assigned to you:", ...names, ...rest],
        action: { label: "Open your maps", url: `${origin}/projects` },
        closing: ["You can turn these mails off in your settings."],
      };
    }
  }
}

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
