import { db } from "../../db/client";
import type { Sweep } from "../../jobs/job";

export const expiredChallengeSweep: Sweep = {
  name: "expired passkey challenges",
  everyMs: 10 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await db().passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  },
};
