import { disconnect } from "../lib/db/client";
import { env } from "../lib/env";
import { logger } from "../lib/logging/logger";
import { refuseForeignStore } from "../lib/storage/inspection/owner";
import { migrate } from "../prisma/migrate";
import { type SeedResult, seed } from "../prisma/seed";

/** Migrates and seeds the database in its own process, which frees the memory afterwards. Sends the result to the supervisor. */
async function prepare(): Promise<SeedResult> {
  const { SEED_DEMO, SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD } = process.env;
  await migrate(env().databaseUrl);
  try {
    const obstacle = await refuseForeignStore();
    if (obstacle) process.stderr.write(`\nThe object store can't be used yet: ${obstacle.message}\n`);
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

// This program needs the supervisor; without one it ends.
process.on("disconnect", () => process.exit(1));
try {
  const result = await prepare();
  process.send?.(result, () => process.exit(0));
} catch (error) {
  logger.fatal({ err: error }, "the database could not be prepared");
  process.exit(1);
}
