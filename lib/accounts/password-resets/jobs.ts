import pLimit from "p-limit";
import { db } from "../../db/client";
import { execute } from "../../db/query";
import type { Sweep } from "../../jobs/job";
import { answerRequest } from "./answer";
import { listDueRequests } from "./data";

const MAILS_AT_ONCE = 4;
const KEPT_DAYS = 7;

/** Answers every due request. An error of one does not keep the others from their answers. */
export const passwordResetSweep: Sweep = {
  name: "password reset requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const limit = pLimit(MAILS_AT_ONCE);
    const answers = (await listDueRequests()).map((id) => limit(async () => void (signal.aborted || (await answerRequest(id, signal)))));
    for (const answer of await Promise.allSettled(answers)) if (answer.status === "rejected") throw answer.reason;
  },
};

export const expiredResetSweep: Sweep = {
  name: "expired password resets",
  everyMs: 60 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await execute(db(), {
      text: `DELETE FROM "PasswordReset" WHERE "expiresAt" < now() - make_interval(days => $1)`,
      values: [KEPT_DAYS],
    });
  },
};
