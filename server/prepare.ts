import { disconnect } from "../lib/db";
import { env } from "../lib/env";
import { logger } from "../lib/logging/logger";
import { refuseForeignStore } from "../lib/storage/inspection/owner";
import { migrate } from "../prisma/migrate";
import { type SeedResult, seed } from "../prisma/seed";

/**
 * Brings the database up to date, fills it on the first run, and ends. A process of its own, since what this needs
 * (the schema engine, the renderer of the demo map) would otherwise stay in the supervisor's memory for ever.
 * The supervisor gets the result as a message, and says in SEED_DEMO whether a demo is wanted.
 */
async function prepare(): Promise<SeedResult> {
  const { SEED_DEMO, SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD } = process.env;
  await migrate(env().databaseUrl);
  try {
    await refuseForeignStore();
    const isDemoWanted = SEED_DEMO === "1" || SEED_DEMO === "true";
    return await seed({
      demo: isDemoWanted,
      superadminEmail: SUPERADMIN_EMAIL || undefined,
      superadminPassword: SUPERADMIN_PASSWORD || undefined,
    });
  } finally {
    await disconnect();
  }
}

// It only makes sense under the supervisor; without one it ends.
process.on("disconnect", () => process.exit(1));
try {
  const result = await prepare();
  process.send?.(result, () => process.exit(0));
} catch (error) {
  logger.fatal({ err: error }, "the database could not be prepared");
  process.exit(1);
}
