import pLimit from "p-limit";
import { db } from "../../db/client";
import type { Sweep } from "../../jobs/job";
import { answerRequest } from "./answer";

const MAILS_AT_ONCE = 4;
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Answers every due request. An error of one does not keep the others from their answers. */
export const passwordResetSweep: Sweep = {
  name: "password reset requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const limit = pLimit(MAILS_AT_ONCE);
    const where = { dueAt: { lte: new Date() } };
    const due = await db().passwordResetRequest.findMany({ where, select: { id: true }, orderBy: { dueAt: "asc" } });
    const answers = due.map(({ id }) => limit(async () => void (signal.aborted || (await answerRequest(id, signal)))));
    for (const answer of await Promise.allSettled(answers)) if (answer.status === "rejected") throw answer.reason;
  },
};

export const expiredResetSweep: Sweep = {
  name: "expired password resets",
  everyMs: 60 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await db().passwordReset.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
  },
};
