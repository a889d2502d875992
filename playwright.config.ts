import path from "node:path";
import { defineConfig } from "@playwright/test";

/**
 * The browser's tests, against the built product with demo data. Each worker drives a product of its own, so that no two tests
 * meet in one. `npm test` gives them free ports, empty folders and a browser; run alone, one worker uses these.
 */
const ports = (process.env.E2E_PORT ?? "3900").split(",").map(Number);
const mapsPorts = (process.env.E2E_MAPS_PORT ?? "3901").split(",").map(Number);
const folder = process.env.E2E_DATA_DIR ?? ".data/e2e";
const chromium = process.env.E2E_CHROMIUM ?? "/usr/bin/chromium";

const dataDirOf = (worker: number) => (ports.length > 1 ? path.join(folder, String(worker)) : folder);

/** Which of the workers this is; Playwright reads this file in each of them. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
// Where this worker's tests find what its product keeps: first passwords, mails, the database.
process.env.E2E_PRODUCT_DIR = dataDirOf(worker);

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: ports.length,
  timeout: 90_000,
  // In CI one failure in passing does not end everything: the test is run again, and named as flaky in the end.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: `http://localhost:${ports[worker]}`,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
    },
  },
  webServer: ports.map((port, number) => ({
    command: "node scripts/bootstrap.mjs start",
    url: `http://localhost:${port}/api/health`,
    timeout: 300_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    env: {
      PORT: String(port),
      MAPS_PORT: String(mapsPorts[number]),
      DATA_DIR: dataDirOf(number),
      SEED_DEMO: "1",
      DATABASE_URL: "",
      AUTH_SECRET: "",
    },
  })),
});
