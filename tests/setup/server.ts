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
    /** Name of the migrated database that every test file's own is a copy of. */
    template: string;
    /** Folder of the bundled processes that tests start (tests/setup/bundles.ts). */
    bundles: string;
    /** Where every test file gets a bucket of its own for its blobs; null: they are kept on disk. */
    objectStore: (StoreAccess & { outlivesTheRun: boolean }) | null;
    /** What the tests of a failing store have whichever way the others keep their blobs; null: there is none on this machine. */
    storeForFaults: StoreAccess | null;
  }
}

interface TestServer extends EmbeddedDatabase {
  folder: string;
  bundles: Bundles;
  store: TestStore | null;
  storeForFaults?: Promise<Swift | null>;
}

/** Every project of one vitest run shares one server. */
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
  // The schema engine leaves a connection, and a database in use can be neither renamed nor copied.
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sea_vision'");
  await client.query(`ALTER DATABASE sea_vision RENAME TO ${TEMPLATE}`);
  await client.end();
  return { ...server, folder, bundles, store };
}

/** What can be handed to another process. */
function withoutMethods(swift: Swift | null | undefined): StoreAccess | null {
  if (!swift) return null;
  const { endpoint, region, accessKeyId, secretAccessKey } = swift;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/**
 * Starts one embedded PostgreSQL for the whole run, with the migrations applied to a template, and an object store when it is to be on
 * S3; ends and removes them afterwards.
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
