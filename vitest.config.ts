import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const root = import.meta.dirname;
const resolve = { alias: { "@": root } };

const processors = availableParallelism();
/** Files wait for PostgreSQL and for processes of theirs, so one more than there are processors keeps all of them busy. An object store needs a processor. */
const maxWorkers = process.env.TEST_BLOBS === "s3" ? processors : processors + 1;

/** Tests that have a PostgreSQL: each file gets a database and a DATA_DIR of its own (tests/setup/database.ts). */
function withDatabase(
  name: string,
  include: string[],
  order: number,
  timeout: number,
  options: { isolate?: boolean; maxWorkers?: number; exclude?: string[] } = {},
): TestProjectConfiguration {
  return {
    resolve,
    test: {
      name,
      root,
      include,
      globalSetup: ["tests/setup/server.ts"],
      setupFiles: ["tests/setup/fresh-process.ts", "tests/setup/database.ts"],
      pool: "forks",
      maxWorkers,
      ...options,
      testTimeout: timeout,
      hookTimeout: timeout,
      sequence: { groupOrder: order },
    },
  };
}

/** Slow tests: they restart the product, measure how long it takes, or render maps. `npm run test:all` runs them, `npm test` doesn't. */
const ofProcesses = [
  "tests/integration/{documents,operations,seed,supervisor}/**/*.test.ts",
  "tests/integration/authorization/timing.test.ts",
  "tests/integration/map-images/render-*.test.ts",
];

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          root,
          include: ["{app,bench,cli,components,lib,prisma,scripts,server,tests/authorization}/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/setup/fresh-process.ts", "tests/setup/unit.ts"].map((file) => path.join(root, file)),
          pool: "forks",
          isolate: false,
          maxWorkers,
          // Some read lists of 100,000 names, which takes a busy machine a while.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      withDatabase("contract", ["tests/contract/**/*.test.ts"], 0, 60_000, { isolate: false }),
      withDatabase("integration", ["tests/integration/**/*.test.ts"], 0, 120_000, { isolate: false, exclude: ofProcesses }),
      withDatabase("processes", ofProcesses, 0, 120_000, { isolate: false }),
      withDatabase("scale", ["tests/scale/**/*.test.ts"], 1, 300_000, { maxWorkers: 1 }),
      // One file at a time: next to others, a killed process or a browser takes longer to come back than its test waits.
      withDatabase("faults", ["tests/faults/!(store-*|database-restarted|worker-killed).test.ts"], 1, 300_000, { maxWorkers: 1 }),
      // Each of these takes minutes, most of them with an object store that fails.
      withDatabase("outages", ["tests/faults/{store-*,database-restarted,worker-killed}.test.ts"], 1, 300_000, { maxWorkers: 2 }),
      {
        resolve,
        // These start services of their own.
        test: {
          name: "cluster",
          root,
          include: ["tests/cluster/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
