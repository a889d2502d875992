import { disconnect } from "../lib/db/client";
import { env } from "../lib/env";
import { refuseForeignStore } from "../lib/storage/inspection/owner";
import { migrate } from "../prisma/migrate";
import { seed } from "../prisma/seed";
import { describeAccounts } from "./supervisor/announcement";

/** Migrates and seeds a database without starting the product. Several hosts may do so at once. */
async function prepareDatabase(): Promise<void> {
  if (!process.env.DATABASE_URL)
    throw new Error("npm run migrate needs DATABASE_URL. The embedded database is brought up to date by npm start.");
  const { databaseUrl, dataDir } = env();
  const applied = await migrate(databaseUrl);
  const lines = applied.length > 0 ? ["Applied:", ...applied.map((name) => `  ${name}`)] : ["Every migration was applied already."];
  const obstacle = await refuseForeignStore();
  if (obstacle) lines.push(`The object store can't be used yet: ${obstacle.message}`);
  const { SEED_DEMO, SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD } = process.env;
  const seeded = await seed({
    demo: SEED_DEMO === "1" || SEED_DEMO === "true",
    superadminEmail: SUPERADMIN_EMAIL || undefined,
    superadminPassword: SUPERADMIN_PASSWORD || undefined,
  });
  if (seeded.firstRun) lines.push(...describeAccounts(seeded.accounts, dataDir));
  process.stdout.write(`${lines.join("\n")}\n`);
}

try {
  await prepareDatabase();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await disconnect();
}
