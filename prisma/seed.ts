import { createAccount } from "../lib/accounts/mutations";
import { db, pool } from "../lib/db";
import { env } from "../lib/env";
import { isDatabaseAway } from "../lib/errors";
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

/** Any number that other users of the database do not lock: of two hosts that start at once, one seeds. */
const SEED_LOCK = 7_327_847;

export interface SeededAccount {
  role: "superadmin" | "admin" | "user";
  email: string;
  /** Null when it was given in SUPERADMIN_PASSWORD: it is known, and not repeated. */
  password: string | null;
}

export interface SeedResult {
  /** True when this call made the first accounts, or completed a first run that was cut short. */
  firstRun: boolean;
  /** Empty unless firstRun. */
  accounts: SeededAccount[];
}

/** Every database has its own: the row that its first migration left. */
async function identifyDatabase(): Promise<string> {
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM _prisma_migrations ORDER BY started_at, id LIMIT 1");
  const id = rows[0]?.id;
  if (!id) throw new Error("The database has no migrations yet.");
  return id;
}

/** @returns what is to be made, or null when the first run was long ago */
async function findPlan(options: SeedOptions): Promise<FirstRunPlan | null> {
  const { dataDir } = env();
  const database = await identifyDatabase();
  const unfinished = await readPlan(dataDir);
  if (unfinished?.database === database) return unfinished;
  if ((await db().account.count()) > 0) return null;
  const plan = planFirstRun(database, options);
  // Before the first account, so that no password is ever lost that an account has.
  await writeSignIn(dataDir, plan.accounts);
  await savePlan(dataDir, plan);
  return plan;
}

/** @returns the account's id, also when it was made by the run that was cut short */
async function ensureAccount({ role, name, email, password }: PlannedAccount): Promise<string> {
  const created = await createAccount({ role, name, email, password });
  if (created.outcome === "created") return created.accountId;
  return (await db().account.findUniqueOrThrow({ where: { email }, select: { id: true } })).id;
}

async function fulfil({ accounts, demoBlobKey }: FirstRunPlan): Promise<void> {
  const ids = new Map<PlannedAccount["role"], string>();
  for (const account of accounts) ids.set(account.role, await ensureAccount(account));
  const ownerId = ids.get("admin") ?? ids.get("superadmin");
  if (!demoBlobKey || !ownerId) return;
  // A disk that is full, say, must not keep the product from starting: it does its work without a demo.
  await publishDemoMap({ blobKey: demoBlobKey, ownerId, viewerId: ids.get("user") ?? null }).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error;
    logger.error({ err: error }, "the demo map could not be published");
  });
}

async function seedAlone(options: SeedOptions): Promise<SeedResult> {
  const plan = await findPlan(options);
  if (!plan) return { firstRun: false, accounts: [] };
  await fulfil(plan);
  await removePlan(env().dataDir);
  const accounts = plan.accounts.map(({ role, email, password, isGenerated }) => ({
    role,
    email,
    password: isGenerated ? password : null,
  }));
  return { firstRun: true, accounts };
}

/**
 * Fills an empty database: the superadmin, and on demand a demo admin, a demo user and a map. Does nothing when there are
 * accounts already, but completes what a killed first run began. The passwords are kept in DATA_DIR/first-sign-in.txt.
 */
export async function seed(options: SeedOptions): Promise<SeedResult> {
  const lock = await pool().connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [SEED_LOCK]);
    return await seedAlone(options);
  } finally {
    // Ends the connection and with it the lock, also when the database has gone away meanwhile.
    lock.release(true);
  }
}
