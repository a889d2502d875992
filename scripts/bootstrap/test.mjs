import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { run } from "./run.mjs";
import { runOnNode24 } from "./test-node24.mjs";
import { runPlaywright } from "./test-playwright.mjs";
import { summarize, withExitCode } from "./test-results.mjs";
import { runVitest } from "./test-vitest.mjs";
import { ensureTools, findBrowser } from "./tools.mjs";

/** Tests whose result can differ between disk and S3: the store itself, uploads, imports and reading. */
const TESTS_OF_STORED_FILES = [
  ...["blob-store-s3", "s3-connections"].map((file) => `tests/contract/${file}`),
  ...["backup", "storage", "zip-direct"].map((folder) => `tests/integration/${folder}/`),
  ...["expiry", "former-release", "tus-client", "tus-faults", "tus-protocol", "tus-s3"].map((file) => `tests/integration/uploads/${file}`),
  ...["content.test", "download.test", "upload.test"].map((file) => `tests/integration/files-bytes/${file}`),
  ...["differences", "publish.test"].map((file) => `tests/integration/folder-imports/${file}`),
  ...["interrupted", "large", "publish.test", "store-away", "unused-blobs"].map((file) => `tests/integration/imports/${file}`),
  ...["faults", "files", "ranges"].map((file) => `tests/integration/maps/${file}`),
  "tests/integration/health/health",
  "tests/integration/map-images/map-files",
  "tests/integration/versions/replace.test",
];

const endToEnd =
  (options) =>
  async ({ browser }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
    try {
      return await runPlaywright({ folder, browser, ...options });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

async function followDeployment({ quiet }) {
  const { code, printed } = await run(process.execPath, ["--import", "tsx", "tests/deploy/follow.ts", "--built"], { quiet });
  if (quiet) console.log(printed);
  return withExitCode({ passed: code === 0 ? 1 : 0, failed: [] }, code, "tests/deploy/follow.ts");
}

const vitest =
  (projects, options = {}) =>
  ({ browser, quiet }) =>
    runVitest(projects, { ...options, quiet, env: { ...options.env, CHROMIUM_PATH: browser } });

const quick = ["unit", "contract", "integration", "e2e-main"];

/**
 * Suites with the tools that they need. `waits`: it waits for restarts and timeouts half of its time, so it runs next to another suite.
 */
const suites = {
  unit: { needs: [], project: true },
  contract: { needs: [], project: true },
  integration: { needs: ["zip", "unzip", "browser"], project: true },
  processes: { needs: ["zip", "unzip", "browser", "curl"], project: true },
  "e2e-main": { needs: ["zip", "unzip", "browser"], run: endToEnd({ isMain: true }) },
  e2e: { needs: ["zip", "unzip", "browser"], run: endToEnd({}) },
  s3: {
    needs: process.env.S3_ENDPOINT ? ["browser"] : ["browser", "swift"],
    run: vitest(["contract", "integration", "processes"], { files: TESTS_OF_STORED_FILES, env: { TEST_BLOBS: "s3" } }),
  },
  scale: { needs: ["zip", "unzip"], waits: true, run: vitest(["scale"]) },
  node24: { needs: [], run: runOnNode24 },
  faults: { needs: ["browser"], waits: true, run: vitest(["faults"]) },
  outages: { needs: ["swift"], waits: true, run: vitest(["outages"]) },
  cluster: { needs: ["nginx", "postgres", "swift", "browser", "zip", "curl", "openssl"], waits: true, run: vitest(["cluster"]) },
  deploy: { needs: ["nginx", "postgres", "swift", "rclone", "curl", "openssl"], waits: true, run: followDeployment },
  "e2e-all": { needs: ["zip", "unzip", "browser"], run: endToEnd({ hasAllLooks: true }) },
};

const all = Object.keys(suites).filter((name) => !name.startsWith("e2e-"));

/** @returns {string[]} names of suites @throws Error when there is none of a name */
function readNames(asked) {
  if (asked.length === 0) return quick;
  if (asked.includes("all")) return all;
  const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0) throw new Error(`There are no ${unknown.join(", ")} tests. Suites: ${Object.keys(suites).join(", ")}.`);
  return asked;
}

async function runOneByOne(chosen, context) {
  const results = [];
  for (const { name, run: runSuite } of chosen) {
    const started = performance.now();
    results.push(await runSuite(context));
    console.log(`\n${name}: ${Math.round((performance.now() - started) / 1000)} s`);
  }
  return results;
}

/** Vitest's projects run together, then the other suites. Those that wait run meanwhile, and each prints when it has ended. */
async function runSuites(names, context) {
  const projects = names.filter((name) => suites[name].project);
  const others = names.filter((name) => !suites[name].project).map((name) => ({ name, ...suites[name] }));
  const together = projects.length > 0 ? [{ name: projects.join(", "), run: vitest(projects) }] : [];
  const busy = [...together, ...others.filter(({ waits }) => !waits)];
  const waiting = others.filter(({ waits }) => waits);
  const lanes = [runOneByOne(busy, context), runOneByOne(waiting, { ...context, quiet: busy.length > 0 })];
  return (await Promise.all(lanes)).flat();
}

export async function test(asked) {
  const names = readNames(asked);
  await ensureTools([...new Set(names.flatMap((name) => suites[name].needs))]);
  const context = { browser: await findBrowser() };
  await build();

  const { lines, failed } = summarize(await runSuites(names, context));
  console.log(`\n${lines.join("\n")}`);
  process.exitCode = failed ? 1 : 0;
}
