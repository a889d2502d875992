import { defineConfig } from "@playwright/test";

/**
 * The browser's tests, against the built product with demo data. `npm test` gives it free ports, an empty folder and a
 * browser; run alone, it uses these.
 */
const port = Number(process.env.E2E_PORT ?? 3900);
const mapsPort = Number(process.env.E2E_MAPS_PORT ?? 3901);
const dataDir = process.env.E2E_DATA_DIR ?? ".data/e2e";
const chromium = process.env.E2E_CHROMIUM ?? "/usr/bin/chromium";

// The tests' own workers read where the product keeps its first passwords.
process.env.E2E_DATA_DIR = dataDir;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 1,
  timeout: 90_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["list"], ["json"]] : [["list"]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
    },
  },
  webServer: {
    command: "node scripts/bootstrap.mjs start",
    url: `http://localhost:${port}/api/health`,
    timeout: 300_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    env: { PORT: String(port), MAPS_PORT: String(mapsPort), DATA_DIR: dataDir, SEED_DEMO: "1", DATABASE_URL: "", AUTH_SECRET: "" },
  },
});
