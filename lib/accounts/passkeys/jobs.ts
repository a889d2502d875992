import { db } from "../../db/client";
import { execute } from "../../db/query";
import type { Sweep } from "../../jobs/job";

export const expiredChallengeSweep: Sweep = {
  name: "expired passkey challenges",
  everyMs: 10 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await execute(db(), { text: `DELETE FROM "PasskeyChallenge" WHERE "expiresAt" < now()` });
  },
};
