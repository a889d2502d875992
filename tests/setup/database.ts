/**
 * Prepares each test file that needs a database. Runs after tests/setup/fresh-process.ts.
 * Each file gets
 * - an empty, migrated PostgreSQL database: `db()` and `pool()` of lib/db/client.ts are connected to it;
 * - an empty DATA_DIR: `env().dataDir`;
 * - under `npm test -- s3`, an empty bucket for blobs, which are otherwise in DATA_DIR: `env().s3`;
 * - every other setting of lib/env.ts, in process.env, so that spawned processes have the settings as well.
 * All of it is removed after the file. See tests/setup/fixtures.ts for first rows.
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
  // There is no load balancer in front of the processes that tests start.
  DRAIN_SECONDS: "0",
  // Thumbnails are off, so that workers in other tests do not render them. Thumbnail tests turn them on.
  MAP_IMAGES: "0",
  S3_BUCKET: store ? bucket : "",
  S3_ENDPOINT: store?.endpoint ?? "",
  S3_REGION: store?.region ?? "",
  S3_ACCESS_KEY_ID: store?.accessKeyId ?? "",
  S3_SECRET_ACCESS_KEY: store?.secretAccessKey ?? "",
  S3_FORCE_PATH_STYLE: store ? "1" : "",
});

/** Rejects a pool that unfinished work of an earlier test file opens, because its database no longer exists. */
let opened: { pool: pg.Pool } | undefined;
Object.defineProperty(globalThis, "seaVisionDatabase", {
  configurable: true,
  get: () => opened,
  set(database: { pool: pg.Pool }) {
    const { connectionString } = database.pool.options;
    if (!connectionString?.includes(name)) throw new Error(`Unfinished work of an earlier test file opened ${connectionString}.`);
    opened = database;
  },
});

afterAll(async () => {
  const { disconnect } = await import("../../lib/db/client");
  await disconnect();
  await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  await rm(dataDir, { recursive: true, force: true });
  if (store?.outlivesTheRun) await (await import("../services/bucket")).removeBucket(store, bucket);
});
