import { availableParallelism } from "node:os";
import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { chromiumArguments } from "./tests/setup/chromium.mjs";

const root = import.meta.dirname;
const resolve = { alias: { "@": root } };

const processors = availableParallelism();
/** One worker more than processors, because tests often wait for other processes. An object store needs one processor. */
const maxWorkers = process.env.TEST_BLOBS === "s3" ? processors : processors + 1;

/** Ends a test that waits for something that can't happen. A busy machine may take minutes for what takes seconds otherwise. */
const LIMIT_MS = 600_000;
/** Time in which a component shows what a test clicks or fills, also on a busy machine. */
const ACTION_LIMIT_MS = 60_000;

/** `expect.poll` waits for what must happen, which takes longer than the default of one second on a busy machine. */
const expect = { poll: { timeout: 30_000 } };

/** Tests with a PostgreSQL: each file gets its own database and DATA_DIR (tests/setup/database.ts). */
function withDatabase(
  name: string,
  include: string[],
  order: number,
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
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      expect,
      sequence: { groupOrder: order },
    },
  };
}

/** Slow tests: they restart the product, measure times, or render maps. `npm run test:all` runs them, `npm test` doesn't. */
const ofProcesses = [
  "tests/integration/{documents,operations,seed,supervisor}/**/*.test.ts",
  "tests/integration/authorization/timing.test.ts",
  "tests/integration/map-images/render-*.test.ts",
];

/** Small files of each format through both GDALs, which take seconds each. */
const ofConversions = "lib/files/conversion/convert-input.*.test.ts";

const ofAuthorization = ["tests/integration/{authorization,openapi}/**/*.test.ts"];
const ofCli = ["tests/integration/cli/**/*.test.ts"];

/** Tests without a database. */
function withoutDatabase(name: string, include: string, exclude: string[] = []): TestProjectConfiguration {
  return {
    resolve,
    test: {
      name,
      root,
      include: [include],
      exclude,
      setupFiles: ["tests/setup/fresh-process.ts", "tests/setup/unit.ts"].map((file) => path.join(root, file)),
      pool: "forks",
      isolate: false,
      maxWorkers,
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      expect,
      sequence: { groupOrder: 0 },
    },
  };
}

export default defineConfig({
  resolve,
  test: {
    projects: [
      withoutDatabase("unit", "{app,bench,cli,components,lib,prisma,scripts,server,tests/authorization,viewer}/**/*.test.{ts,tsx}", [
        ofConversions,
      ]),
      withoutDatabase("conversions", ofConversions),
      {
        // Next's own modules need its server. `tests/components/setup/next` stands for them.
        resolve: {
          alias: [
            { find: /^next\/(navigation|link|dynamic|image)$/, replacement: path.join(root, "tests/components/setup/next/$1") },
            { find: "@", replacement: root },
          ],
        },
        // Otherwise a package that a test finds late makes the page of all tests reload.
        optimizeDeps: { entries: ["tests/components/**/*.{ts,tsx}", "components/**/*.tsx"] },
        test: {
          name: "components",
          root,
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: ["tests/components/setup/setup.ts"],
          maxWorkers,
          provide: { allLooks: Boolean(process.env.TEST_ALL_LOOKS) },
          testTimeout: LIMIT_MS,
          hookTimeout: LIMIT_MS,
          expect,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout: ACTION_LIMIT_MS,
              launchOptions: { executablePath: process.env.COMPONENT_BROWSER ?? "/usr/bin/chromium", args: chromiumArguments },
            }),
            instances: [{ browser: "chromium" }],
          },
          // Vitest refuses projects of one group that have different numbers of workers.
          sequence: { groupOrder: 1 },
        },
      },
      withDatabase("contract", ["tests/contract/**/*.test.ts"], 0, { isolate: false }),
      withDatabase("integration", ["tests/integration/**/*.test.ts"], 0, {
        isolate: false,
        exclude: [...ofProcesses, ...ofAuthorization, ...ofCli],
      }),
      withDatabase("authorization", ofAuthorization, 0, { isolate: false, exclude: ofProcesses }),
      withDatabase("cli", ofCli, 0, { isolate: false }),
      withDatabase("processes", ofProcesses, 0, { isolate: false }),
      withDatabase("scale", ["tests/scale/**/*.test.ts"], 1, { maxWorkers: 1 }),
      // One file at a time: in parallel, a killed process or a browser takes longer to restart than its test waits.
      withDatabase("faults", ["tests/faults/!(store-*|database-restarted|worker-killed).test.ts"], 1, { maxWorkers: 1 }),
      // Each of these takes minutes, mostly with a failing object store.
      withDatabase("outages", ["tests/faults/{store-*,database-restarted,worker-killed}.test.ts"], 1, { maxWorkers: 2 }),
      {
        resolve,
        // These tests start their own services.
        test: {
          name: "cluster",
          root,
          include: ["tests/cluster/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
