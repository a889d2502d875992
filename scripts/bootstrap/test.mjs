/** Runs the tests, or those of the kinds that are named, and adds them up. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { runPlaywright } from "./test-playwright.mjs";
import { summarize } from "./test-results.mjs";
import { runVitest } from "./test-vitest.mjs";
import { ensureTools, findObjectStore, findStoreForFaults } from "./tools.mjs";

const vitestKinds = ["unit", "contract", "integration", "faults", "outages"];
/** Once more with the blobs in an object store that speaks S3: everything that has to do with one. */
const kindsOnS3 = ["contract", "integration"];
const kinds = [...vitestKinds, "s3", "e2e"];
/** Run when it is asked for by name, until its time is known. */
const onRequest = ["outages"];
/** What needs an object store, and how to find one. */
const stores = { outages: findStoreForFaults, s3: findObjectStore };

/** @returns {string[]} the kinds that are meant @throws Error when there is none of a name */
function readKinds(asked) {
  const unknown = asked.filter((kind) => !kinds.includes(kind));
  if (unknown.length > 0) throw new Error(`There are no ${unknown.join(", ")} tests. Kinds: ${kinds.join(", ")}.`);
  return asked.length > 0 ? asked : kinds.filter((kind) => !onRequest.includes(kind));
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
    if (forVitest.length > 0) results.push(await runVitest(forVitest, { folder, browser, blobs: "disk" }));
    if (able.includes("s3")) results.push(await runVitest(kindsOnS3, { folder, browser, blobs: "s3" }));
    if (withBrowser) results.push(await runPlaywright({ folder, browser }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const lack of lacks) console.log(`\nLeft out: ${lack}`);
  const { lines, failed } = summarize(results);
  console.log(`\n${lines.join("\n")}`);
  process.exitCode = failed ? 1 : 0;
}
