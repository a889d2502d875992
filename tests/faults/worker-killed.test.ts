import { describe, it } from "vitest";
import { killWorkerDuringOneImport } from "./worker-killed-rounds";

/** Fifty processes start and end, one after the other. */
const LIMIT_MS = 1_200_000;

describe("an import from disk during which the worker is killed 50 times", () => {
  it(
    "completes with every byte",
    async () => {
      const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
      await killWorkerDuringOneImport(50, { DATABASE_URL, AUTH_SECRET });
    },
    LIMIT_MS,
  );
});
