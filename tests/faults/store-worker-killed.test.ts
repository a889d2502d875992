import { describe, it } from "vitest";
import { hasStore, newBucket, settingsOf } from "./faulty-store";
import { killWorkerDuringOneImport } from "./worker-killed-rounds";

/** Twenty processes start and end, one after the other. */
const LIMIT_MS = 1_200_000;

describe.runIf(hasStore)("an import from a bucket during which the worker is killed 20 times", () => {
  it(
    "completes with every byte",
    async () => {
      const { store, bucket } = await newBucket();
      const settings = settingsOf(store, bucket);
      Object.assign(process.env, settings);
      const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
      await killWorkerDuringOneImport(20, { ...settings, DATABASE_URL, AUTH_SECRET });
    },
    LIMIT_MS,
  );
});
