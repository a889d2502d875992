import path from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const root = import.meta.dirname;
const resolve = { alias: { "@": root } };

/** Tests that have a PostgreSQL: each file gets a database and a DATA_DIR of its own (tests/setup/database.ts). */
function withDatabase(name: string, include: string[], order: number, timeout: number): TestProjectConfiguration {
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
      withDatabase("contract", ["tests/contract/**/*.test.ts"], 1, 30_000),
      withDatabase("integration", ["tests/integration/**/*.test.ts"], 2, 60_000),
      withDatabase("faults", ["tests/faults/!(store-*|database-restarted|worker-killed).test.ts"], 3, 300_000),
      // Each of these takes minutes, most of them with an object store that fails (npm test -- outages).
      withDatabase("outages", ["tests/faults/{store-*,database-restarted,worker-killed}.test.ts"], 3, 300_000),
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
