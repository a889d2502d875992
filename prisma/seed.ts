import { findAccountSecret, hasAccounts } from "../lib/accounts/data";
import { createAccount } from "../lib/accounts/mutations";
import { pool } from "../lib/db/client";
import { env } from "../lib/env";
import { isDatabaseUnavailable } from "../lib/errors";
import { logger } from "../lib/logging/logger";
import { publishDemoMap } from "./demo-map/publish";
import {
  type FirstRunPlan,
  type PlannedAccount,
  planFirstRun,
  readPlan,
  removePlan,
  type SeedOptions,
  savePlan,
  writeSignIn,
} from "./first-run";

/** Prevents two starting hosts from seeding at once. */
const SEED_LOCK = 7_327_847;

export interface SeededAccount {
  role: "superadmin" | "admin" | "user";
  email: string;
  password: string | null;
}

export interface SeedResult {
  /** True when this call created the first accounts, or completed an interrupted first run. */
  firstRun: boolean;
  accounts: SeededAccount[];
}

async function identifyDatabase(): Promise<string> {
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1");
  const id = rows[0]?.id;
  if (!id) throw new Error("The database has no migrations yet.");
  return id;
}

async function findPlan(options: SeedOptions): Promise<FirstRunPlan | null> {
  const { dataDir } = env();
  const database = await identifyDatabase();
  const unfinished = await readPlan(dataDir);
  if (unfinished?.database === database) return unfinished;
  if (await hasAccounts()) return null;
  const plan = planFirstRun(database, options);
  // Before the first account exists, so that its password can't get lost.
  await writeSignIn(dataDir, plan.accounts);
  await savePlan(dataDir, plan);
  return plan;
}

/** Creates an account unless an interrupted run did. @returns its id */
async function ensureAccount({ role, name, email, password }: PlannedAccount): Promise<string> {
  return (await findAccountSecret(email))?.id ?? createAccount({ role, name, email, password });
}

async function runPlan({ accounts, demoBlobKey }: FirstRunPlan): Promise<void> {
  const ids = new Map<PlannedAccount["role"], string>();
  for (const account of accounts) ids.set(account.role, await ensureAccount(account));
  const ownerId = ids.get("admin") ?? ids.get("superadmin");
  if (!demoBlobKey || !ownerId) return;
  // The product starts without demo data too.
  await publishDemoMap({ blobKey: demoBlobKey, ownerId, viewerId: ids.get("user") ?? null }).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    logger.error({ err: error }, "the demo map could not be published");
  });
}

async function seedAlone(options: SeedOptions): Promise<SeedResult> {
  const plan = await findPlan(options);
  if (!plan) return { firstRun: false, accounts: [] };
  await runPlan(plan);
  await removePlan(env().dataDir);
  const accounts = plan.accounts.map(({ role, email, password, isGenerated }) => ({
    role,
    email,
    password: isGenerated ? password : null,
  }));
  return { firstRun: true, accounts };
}

/** Creates the superadmin and optional demo data in an empty database, or completes a killed first run. */
export async function seed(options: SeedOptions): Promise<SeedResult> {
  const lock = await pool().connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [SEED_LOCK]);
    return await seedAlone(options);
  } finally {
    // Destroys the connection, which releases the lock.
    lock.release(true);
  }
}
