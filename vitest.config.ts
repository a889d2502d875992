import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const root = import.meta.dirname;
const resolve = { alias: { "@": root } };

/**
 * Files at once of tests that wait for PostgreSQL, for the object store and for processes of theirs for a good part of their time. Left
 * to itself, Vitest keeps one processor for itself, and so runs one file after the other on a machine that has two. No limit of theirs is a measure of speed: they are for what hangs.
 */
const WAITING_FILES = Math.max(2, availableParallelism());

/** Tests that have a PostgreSQL: each file gets a database and a DATA_DIR of its own (tests/setup/database.ts). */
function withDatabase(
  name: string,
  include: string[],
  order: number,
  { timeout, maxWorkers }: { timeout: number; maxWorkers?: number },
): TestProjectConfiguration {
  return {
    resolve,
    test: {
      name,
      root,
      include,
      globalSetup: ["tests/setup/server.ts"],
      setupFiles: ["tests/setup/database.ts"],
      pool: "forks",
      testTimeout: timeout,
      hookTimeout: timeout,
      sequence: { groupOrder: order },
      ...(maxWorkers !== undefined && { maxWorkers }),
    },
  };
}

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          root,
          include: ["{app,bench,cli,components,lib,prisma,scripts,server,tests/authorization}/**/*.test.{ts,tsx,mjs}"],
          setupFiles: [path.join(root, "tests/setup/unit.ts")],
          // Some read lists of 100,000 names; a machine that does other things as well takes its time over them.
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      withDatabase("contract", ["tests/contract/**/*.test.ts"], 1, { timeout: 60_000, maxWorkers: WAITING_FILES }),
      withDatabase("integration", ["tests/integration/**/*.test.ts"], 2, { timeout: 120_000, maxWorkers: WAITING_FILES }),
      withDatabase("faults", ["tests/faults/!(store-*|database-restarted|worker-killed).test.ts"], 3, { timeout: 300_000 }),
      // Each of these takes minutes, most of them with an object store that fails (npm test -- outages).
      withDatabase("outages", ["tests/faults/{store-*,database-restarted,worker-killed}.test.ts"], 3, { timeout: 300_000 }),
      {
        resolve,
        // These start services of their own (npm run test:cluster).
        test: {
          name: "cluster",
          root,
          include: ["tests/cluster/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
