/**
 * Runs before each test file that needs a database, after tests/setup/fresh-process.ts; a test need not call anything.
 * When the file begins it has
 * - an empty, migrated PostgreSQL database of its own: `db()` and `pool()` of lib/db.ts are connected to it;
 * - an empty DATA_DIR of its own: `env().dataDir`;
 * - under `npm test -- s3` an empty bucket of its own for its blobs, which are otherwise in DATA_DIR: `env().s3`;
 * - every other setting of lib/env.ts. They stand in process.env, so a process that the test spawns has them too.
 * All of it is removed when the file has ended. Rows to begin with: tests/setup/fixtures.ts.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";

const serverUrl = inject("serverUrl");
const name = `test_${randomBytes(8).toString("hex")}`;
const store = inject("objectStore");
const bucket = name.replace("_", "-");
const dataDir = await mkdtemp(path.join(tmpdir(), "sea-vision-test-"));

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject("template")}`);
if (store) await (await import("../services/bucket")).createBucket(store, bucket);

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
  DATA_DIR: dataDir,
  AUTH_SECRET: randomBytes(32).toString("hex"),
  APP_ORIGIN: "http://localhost:3000",
  MAPS_ORIGIN: "http://localhost:3001",
  // No balancer stands before the processes that tests start.
  DRAIN_SECONDS: "0",
  // A worker of another test has something else to do; tests of pictures turn it on.
  MAP_IMAGES: "0",
  S3_BUCKET: store ? bucket : "",
  S3_ENDPOINT: store?.endpoint ?? "",
  S3_REGION: store?.region ?? "",
  S3_ACCESS_KEY_ID: store?.accessKeyId ?? "",
  S3_SECRET_ACCESS_KEY: store?.secretAccessKey ?? "",
  S3_FORCE_PATH_STYLE: store ? "1" : "",
});

/** Rejects a pool that unfinished work of an earlier test file opens in this process: its database is gone. */
let opened: { pool: pg.Pool } | undefined;
Object.defineProperty(globalThis, "seaVisionDatabase", {
  configurable: true,
  get: () => opened,
  set(database: { pool: pg.Pool }) {
    const { connectionString } = database.pool.options;
    if (!connectionString?.includes(name)) throw new Error(`An earlier test file has left work behind, for ${connectionString}.`);
    opened = database;
  },
});

afterAll(async () => {
  const { disconnect } = await import("../../lib/db");
  await disconnect();
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  await rm(dataDir, { recursive: true, force: true });
  if (store?.outlivesTheRun) await (await import("../services/bucket")).removeBucket(store, bucket);
});
