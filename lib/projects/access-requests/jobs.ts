import { pool } from "../../db";
import type { Sweep } from "../../jobs/job";
import { answerAccessRequest } from "./answer";

export const accessRequestSweep: Sweep = {
  name: "access requests",
  everyMs: 2_000,
  onWake: true,
  run: async (signal) => {
    const { rows } = await pool().query<{ id: string }>({
      name: "access-requests:due",
      text: `SELECT id FROM "AccessRequest" WHERE "dueAt" <= now() AND "createdAt" > now() - interval '1 hour' ORDER BY "dueAt"`,
    });
    for (const { id } of rows) if (!signal.aborted) await answerAccessRequest(id, signal);
  },
};
