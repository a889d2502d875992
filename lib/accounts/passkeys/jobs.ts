import { pool } from "../../db";
import type { Sweep } from "../../jobs/job";

export const expiredChallengeSweep: Sweep = {
  name: "expired passkey challenges",
  everyMs: 10 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await pool().query({ text: `DELETE FROM "PasskeyChallenge" WHERE "expiresAt" < now()` });
  },
};
