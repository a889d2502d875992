import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import path from "node:path";
import { run } from "../run.mjs";
import { readPlaywright, withExitCode } from "./results.mjs";

const BROWSERS = Math.min(4, availableParallelism());

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Returns ports below those of outgoing connections. */
async function freePorts() {
  const ports = new Set();
  while (ports.size < BROWSERS) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports].join(",");
}

async function runDoctor(dataDir) {
  const dataDirs = BROWSERS > 1 ? Array.from({ length: BROWSERS }, (_, number) => path.join(dataDir, String(number))) : [dataDir];
  const failed = [];
  for (const folder of dataDirs.filter((one) => existsSync(path.join(one, "database-url")))) {
    const env = { DATA_DIR: folder, DATABASE_URL: "", AUTH_SECRET: "" };
    const { code, printed } = await run(process.execPath, ["scripts/bootstrap.mjs", "doctor"], { env, quiet: true });
    if (code === 0) continue;
    failed.push("npm run doctor after the browser tests");
    console.error(`\nnpm run doctor after the browser tests:\n${printed}`);
  }
  return failed;
}

const TESTS = "tests/e2e";

/** Finds the tests that check accessibility in every look, or the others. */
async function findTests({ haveLooks }) {
  const names = (await readdir(TESTS)).filter((name) => name.endsWith(".spec.ts"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(TESTS, name), "utf8")));
  return names.filter((_, index) => texts[index].includes("expectGoodEverywhere(") === haveLooks);
}

/**
 * Runs the browser tests against products with their own ports and empty DATA_DIRs.
 * @param {{ folder: string, browser: string, isMain?: boolean, looks?: "all" | "none" }} options folder: for reports and data.
 *   isMain: only tests tagged `@main`. looks: "all" for only the tests of accessibility, at every width in both themes; "none" for the others
 * @returns {Promise<import("./results.mjs").Results>}
 */
export async function runPlaywright({ folder, browser, isMain = false, looks }) {
  const report = path.join(folder, "playwright.json");
  const dataDir = path.join(folder, "data");
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_MAIN: isMain ? "1" : "",
    E2E_QUICK: looks === "all" ? "" : "1",
    E2E_CHROMIUM: browser,
    E2E_DATA_DIR: dataDir,
    E2E_PORT: await freePorts(),
    E2E_MAPS_PORT: await freePorts(),
  };
  const files = looks ? await findTests({ haveLooks: looks === "all" }) : [];
  const { code } = await run(process.execPath, ["node_modules/@playwright/test/cli.js", "test", ...files], { env });
  const printed = await readFile(report, "utf8").catch(() => "{}");
  const results = withExitCode(readPlaywright(JSON.parse(printed)), code, "Playwright");
  return { ...results, failed: [...results.failed, ...(await runDoctor(dataDir))] };
}
