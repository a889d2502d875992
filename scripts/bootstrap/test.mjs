/** Runs the tests, or those of the kinds that are named, and adds them up. */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { run } from "./run.mjs";
import { ensureTools, findObjectStore, findStoreForFaults } from "./tools.mjs";

const vitestKinds = ["unit", "contract", "integration", "faults", "outages"];
/** Once more with the blobs in an object store that speaks S3: everything that has to do with one. */
const kindsOnS3 = ["contract", "integration"];
const kinds = [...vitestKinds, "s3", "e2e"];
/** Run when it is asked for by name, until its time is known. */
const onRequest = ["outages"];
/** What needs an object store, and how to find one. */
const stores = { outages: findStoreForFaults, s3: findObjectStore };

/** A runner may fail without a failed test (a file that does not load, an error outside every test): that is a failure too. */
function withExitCode({ passed, failed }, code) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function readReport(file) {
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
}

async function runVitest(wanted, folder, browser, blobs = "disk") {
  const report = path.join(folder, `vitest-${blobs}.json`);
  const projects = wanted.flatMap((kind) => ["--project", kind]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--passWithNoTests", ...projects, ...reporters];
  const { code } = await run(process.execPath, args, {
    env: { NODE_ENV: "test", TEST_BLOBS: blobs, ...(browser && { CHROMIUM_PATH: browser }) },
  });
  const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report);
  return withExitCode({ passed: numPassedTests, failed: numFailedTests }, code);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A browser and the product that it drives keep two cores busy; more of them at once only make each other late. */
const BROWSERS = Math.max(1, Math.floor(availableParallelism() / 2));

async function freePorts() {
  const ports = [];
  while (ports.length < BROWSERS) ports.push(await freePort());
  return ports.join(",");
}

/** Whatever the tests have done to a product, its database and its stored files fit together. @returns how many do not */
async function examineProducts(dataDir) {
  const dataDirs = BROWSERS > 1 ? Array.from({ length: BROWSERS }, (_, number) => path.join(dataDir, String(number))) : [dataDir];
  let unsound = 0;
  for (const folder of dataDirs.filter((one) => existsSync(path.join(one, "database-url")))) {
    const env = { DATA_DIR: folder, DATABASE_URL: "", AUTH_SECRET: "" };
    const { code, printed } = await run(process.execPath, ["scripts/bootstrap.mjs", "doctor"], { env, quiet: true });
    if (code === 0) continue;
    unsound += 1;
    console.error(`\nnpm run doctor, after the browser's tests:\n${printed}`);
  }
  return unsound;
}

/** The browser's tests drive products of their own: own ports, own empty DATA_DIRs. */
async function runPlaywright(folder, browser) {
  const report = path.join(folder, "playwright.json");
  const dataDir = path.join(folder, "data");
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_CHROMIUM: browser,
    E2E_DATA_DIR: dataDir,
    E2E_PORT: await freePorts(),
    E2E_MAPS_PORT: await freePorts(),
  };
  const { code } = await run(process.execPath, ["node_modules/@playwright/test/cli.js", "test"], { env });
  const { expected = 0, flaky = 0, unexpected = 0 } = (await readReport(report)).stats ?? {};
  const { passed, failed } = withExitCode({ passed: expected + flaky, failed: unexpected }, code);
  return { passed, failed: failed + (await examineProducts(dataDir)), flaky };
}

/** @returns {string[]} the kinds that are meant @throws Error when there is none of a name */
function readKinds(asked) {
  const unknown = asked.filter((kind) => !kinds.includes(kind));
  if (unknown.length > 0) throw new Error(`There are no ${unknown.join(", ")} tests. Kinds: ${kinds.join(", ")}.`);
  return asked.length > 0 ? asked : kinds.filter((kind) => !onRequest.includes(kind));
}

/** @param {{ passed: number, failed: number, flaky?: number }[]} results */
function addUp(results) {
  const sum = (of) => results.reduce((total, result) => total + (result[of] ?? 0), 0);
  const [passed, failed, flaky] = [sum("passed"), sum("failed"), sum("flaky")];
  if (passed + failed === 0) console.log("\nNo test was run.");
  console.log(`\n${passed} passed${flaky > 0 ? ` (${flaky} at the second try)` : ""}, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * Leaves out what needs an object store where there is none and none can be installed.
 * @returns {Promise<{ able: string[], lacks: string[] }>} the kinds that can be run, and why others cannot
 * @throws Error where they must run and cannot: in CI, or when they were asked for
 */
async function leaveOutWithoutStore(wanted, asked) {
  const able = [];
  const lacks = [];
  for (const kind of wanted) {
    const lack = await stores[kind]?.();
    if (lack && (process.env.CI || asked.includes(kind))) throw new Error(lack);
    if (lack) lacks.push(lack);
    else able.push(kind);
  }
  return { able, lacks };
}

/** @param {string[]} asked kinds of tests; none means all but those on request */
export async function test(asked) {
  const wanted = readKinds(asked);
  const withBrowser = wanted.includes("e2e");
  // Pictures of maps are rendered by one as well; where there is none, those tests say that they are left out, but not in CI.
  const rendersInCi = (wanted.includes("integration") || wanted.includes("s3")) && Boolean(process.env.CI);
  const browser = await ensureTools({ withBrowser: withBrowser || rendersInCi });
  const { able, lacks } = await leaveOutWithoutStore(wanted, asked);
  await build();

  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-npm-test-"));
  const results = [];
  try {
    const forVitest = vitestKinds.filter((kind) => able.includes(kind));
    if (forVitest.length > 0) results.push(await runVitest(forVitest, folder, browser));
    if (able.includes("s3")) results.push(await runVitest(kindsOnS3, folder, browser, "s3"));
    if (withBrowser) results.push(await runPlaywright(folder, browser));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const lack of lacks) console.log(`\nLeft out: ${lack}`);
  addUp(results);
}
