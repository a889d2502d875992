import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../prisma/migrate";
import { type EmbeddedDatabase, openEmbedded } from "../../server/database/embedded";
import { hasSwift, type StoreAccess, type Swift, startSwift } from "../services/swift";
import { type Bundles, bundleProcesses } from "./bundles";
import { openTestStore, type TestStore } from "./object-store";

const TEMPLATE = "template_sea_vision";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the test server's database `postgres`. */
    serverUrl: string;
    /** Name of the migrated template database. Each test file's database is a copy of it. */
    template: string;
    /** Folder of the bundled processes (tests/setup/bundles.ts). */
    bundles: string;
    /** The store where each test file gets its own bucket. Null: blobs are kept on disk. */
    objectStore: (StoreAccess & { outlivesTheRun: boolean }) | null;
    /** The store for tests of store failures, independent of `objectStore`. Null: this machine has none. */
    storeForFaults: StoreAccess | null;
  }
}

interface TestServer extends EmbeddedDatabase {
  folder: string;
  bundles: Bundles;
  store: TestStore | null;
  storeForFaults?: Promise<Swift | null>;
}

/** All projects of one vitest run share one server. */
const shared = globalThis as typeof globalThis & { testServer?: { opening: Promise<TestServer>; users: number } };

function databaseUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function open(): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-tests-"));
  const [server, store, bundles] = await Promise.all([
    openEmbedded({ dataDir: folder, durable: false }),
    openTestStore(),
    bundleProcesses(),
  ]);
  await migrate(server.url);
  const client = new pg.Client({ connectionString: databaseUrl(server.url, "postgres") });
  await client.connect();
  // The schema engine leaves a connection open. PostgreSQL can't rename or copy a database in use.
  await client.query("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = 'sea_vision'");
  await client.query(`ALTER DATABASE sea_vision RENAME TO ${TEMPLATE}`);
  await client.end();
  return { ...server, folder, bundles, store };
}

/** Returns the fields that can be passed to another process. */
function withoutMethods(swift: Swift | null | undefined): StoreAccess | null {
  if (!swift) return null;
  const { endpoint, region, accessKeyId, secretAccessKey } = swift;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/**
 * Starts one embedded PostgreSQL server with a migrated template database for the whole run, and an object store when TEST_BLOBS is "s3".
 * @returns a function that stops and removes them
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServer ??= { opening: open(), users: 0 };
  const { testServer } = shared;
  testServer.users += 1;
  const server = await testServer.opening;
  project.provide("serverUrl", databaseUrl(server.url, "postgres"));
  project.provide("template", TEMPLATE);
  project.provide("bundles", server.bundles.folder);
  project.provide("objectStore", server.store?.access ?? null);
  if (project.name === "outages") server.storeForFaults ??= hasSwift().then((has) => (has ? startSwift() : null));
  project.provide("storeForFaults", withoutMethods(await server.storeForFaults));
  return async () => {
    testServer.users -= 1;
    if (testServer.users > 0) return;
    delete shared.testServer;
    await Promise.all([server.stop(), server.store?.close(), server.storeForFaults?.then((store) => store?.stop())]);
    await Promise.all([rm(server.folder, { recursive: true, force: true }), server.bundles.remove()]);
  };
}
