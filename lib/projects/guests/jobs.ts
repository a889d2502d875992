import pLimit from "p-limit";
import { db } from "../../db/client";
import type { Sweep } from "../../jobs/job";
import { answerCodeRequest } from "./codes";

const MAILS_AT_ONCE = 4;
const HOUR_MS = 60 * 60 * 1_000;

/** Answers every due request for a code. An error of one does not keep the others from their answers. */
export const guestCodeSweep: Sweep = {
  name: "guest codes",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const limit = pLimit(MAILS_AT_ONCE);
    const due = await db().guestCode.findMany({ where: { dueAt: { lte: new Date() } }, select: { id: true }, orderBy: { dueAt: "asc" } });
    const answers = due.map(({ id }) => limit(async () => void (signal.aborted || (await answerCodeRequest(id, signal)))));
    for (const answer of await Promise.allSettled(answers)) if (answer.status === "rejected") throw answer.reason;
  },
};

/** Deletes old requests for codes, and sessions that ended an hour ago: until then, views refer to them. */
export const expiredGuestSweep: Sweep = {
  name: "expired guests",
  everyMs: HOUR_MS,
  onWake: false,
  run: async () => {
    const lt = new Date(Date.now() - HOUR_MS);
    await db().guestCode.deleteMany({ where: { createdAt: { lt } } });
    await db().guestSession.deleteMany({ where: { expiresAt: { lt } } });
  },
};
