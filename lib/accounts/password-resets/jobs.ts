import { z } from "zod";
import { pool } from "../../db";
import type { Job, JobHandler, Sweep } from "../../jobs/job";
import type { JobQueue } from "../../jobs/queue";
import { answerRequest } from "./answer";
import { listDueRequests } from "./data";

const schema = z.object({ requestId: z.uuid() });
type AnswerJob = z.infer<typeof schema>;

const answerJob: Job<AnswerJob> = { name: "password-resets.answer", schema, keyOf: ({ requestId }) => requestId };

const DUE_SWEEP_MS = 2_000;
const EXPIRED_SWEEP_MS = 60 * 60 * 1_000;

const KEPT_DAYS = 7;

export const passwordResetHandler: JobHandler<AnswerJob> = {
  job: answerJob,
  concurrency: 4,
  handle: ({ requestId }, signal) => answerRequest(requestId, signal),
};

/** Queues every due request. The PasswordResetRequest row is the truth; a job only draws attention to it. */
export function passwordResetSweep(queue: JobQueue): Sweep {
  return {
    name: "password reset requests",
    everyMs: DUE_SWEEP_MS,
    onWake: true,
    run: async () => {
      for (const requestId of await listDueRequests()) await queue.send(answerJob, { requestId });
    },
  };
}

export const expiredResetSweep: Sweep = {
  name: "expired password resets",
  everyMs: EXPIRED_SWEEP_MS,
  onWake: false,
  run: async () => {
    await pool().query({
      text: `DELETE FROM "PasswordReset" WHERE "expiresAt" < now() - make_interval(days => $1)`,
      values: [KEPT_DAYS],
    });
  },
};
