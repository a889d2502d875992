import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumArguments } from "./tests/setup/chromium.mjs";

/**
 * Browser tests against the built product with demo data. Each worker has its own product, so that tests don't affect each other.
 * `npm test` sets free ports, empty folders and a browser. Without these variables, one worker uses the ports below.
 */
const ports = (process.env.E2E_PORT ?? "3900").split(",").map(Number);
const mapsPorts = (process.env.E2E_MAPS_PORT ?? "3901").split(",").map(Number);
const folder = process.env.E2E_DATA_DIR ?? ".data/e2e";
const chromium = process.env.E2E_CHROMIUM ?? "/usr/bin/chromium";

const dataDirOf = (worker: number) => (ports.length > 1 ? path.join(folder, String(worker)) : folder);

const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
// The worker's tests read first passwords, mails and the database here.
process.env.E2E_PRODUCT_DIR = dataDirOf(worker);
process.env.E2E_PRODUCT_MAPS_PORT = String(mapsPorts[worker]);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: ports.length,
  timeout: 180_000,
  // A limit, not a wait. On an overloaded machine a page takes longer than Playwright's 5 s to load its script.
  expect: { timeout: 15_000 },
  retries: 0,
  // `npm test` runs the main path through each screen, `npm run test:all` runs all tests.
  grep: process.env.E2E_MAIN ? /@main/ : undefined,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: `http://localhost:${ports[worker]}`,
    viewport: { width: 1440, height: 900 },
    // Without limits, a step that hangs would end the whole test, and the report would not name it.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    // Use `--trace retain-on-failure` to debug one test. For all tests, traces cost half as much CPU time again.
    trace: "off",
    launchOptions: { executablePath: chromium, args: chromiumArguments },
  },
  globalSetup: "./tests/setup/products-ready.ts",
  metadata: { origins: ports.map((port) => `http://localhost:${port}`) },
  webServer: ports.map((port, number) => ({
    command: "node scripts/bootstrap.mjs start",
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    env: {
      PORT: String(port),
      MAPS_PORT: String(mapsPorts[number]),
      DATA_DIR: dataDirOf(number),
      SEED_DEMO: "1",
      // The browser that renders thumbnails of maps would take a processor from the tests.
      MAP_IMAGES: "0",
      DATABASE_URL: "",
      AUTH_SECRET: "",
      APP_ORIGIN: "",
      MAPS_ORIGIN: "",
    },
  })),
});
