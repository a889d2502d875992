import { build } from "./build.mjs";
import { endToEnd, quick, slow, vitest } from "./suites/definitions.mjs";
import { chooseDue, isClean, recordPassed } from "./suites/records.mjs";
import { summarize } from "./suites/results.mjs";
import { ensureTools, findBrowser, findComponentBrowser } from "./tools.mjs";

const suites = { ...quick, ...slow };
const ofCi = ["unit", "contract", "integration"];
const ofNpmTest = [...ofCi, "e2e-main"];

/** Returns the quick suites and slow ones. All browser tests include those of the main paths. */
function withQuick(names) {
  return [...ofCi, ...(names.includes("e2e") ? [] : ["e2e-main"]), ...names];
}

/** @param {string[]} asked @returns {Promise<string[]>} names of suites @throws Error when there is none of a name */
async function readNames(asked) {
  if (asked.length === 0) return ofNpmTest;
  if (asked.includes("all")) return withQuick(Object.keys(slow));
  if (asked.includes("due")) {
    const { due, reasons } = await chooseDue(slow);
    console.log(`\nSlow suites:\n${reasons.map((line) => `  ${line}`).join("\n")}\n`);
    return withQuick(due);
  }
  const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0) throw new Error(`There are no ${unknown.join(", ")} tests. Suites: ${Object.keys(suites).join(", ")}.`);
  return asked;
}

/** Records a slow suite that passed on a clean work tree, as those before it in its lane, so that `.ci/run` skips it until its files change. */
async function recordIfPassed({ name, watches, includes = [] }, results, seconds) {
  const hasPassed = results.every(({ failed, passed }) => failed.length === 0 && passed > 0);
  if (!watches || process.env.CI || !hasPassed) return;
  if (!(await isClean())) return console.log(`${name} isn't recorded in tests/passed.json, because the work tree has changes.`);
  await recordPassed(name, watches, seconds);
  for (const included of includes) await recordPassed(included, slow[included].watches, seconds);
}

async function runOneByOne(chosen, context) {
  const results = [];
  for (const suite of chosen) {
    const started = performance.now();
    const result = await suite.run(context);
    const seconds = (performance.now() - started) / 1000;
    results.push(...[result].flat());
    console.log(`\n${suite.name}: ${Math.round(seconds)} s`);
    await recordIfPassed(suite, results, seconds);
  }
  return results;
}

/** Returns the suites of these names. The one of all looks runs what others would repeat in one look. */
function withoutRepetition(names) {
  if (!names.includes("looks")) return names.map((name) => ({ name, ...suites[name] }));
  return names
    .filter((name) => !suites.looks.includes.includes(name))
    .map((name) => ({ name, ...suites[name], ...(name === "e2e" && { run: endToEnd({ looks: "none" }) }) }));
}

/** Vitest's projects run together, then the other suites. Those that wait run meanwhile, and each prints when it has ended. */
async function runSuites(names, context) {
  const chosen = withoutRepetition(names);
  const projects = chosen.filter(({ project }) => project).map(({ name }) => name);
  const others = chosen.filter(({ project }) => !project);
  const together = projects.length > 0 ? [{ name: projects.join(", "), run: vitest(projects) }] : [];
  const busy = [...together, ...others.filter(({ waits }) => !waits)];
  const waiting = others.filter(({ waits }) => waits);
  const lanes = [runOneByOne(busy, context), runOneByOne(waiting, { ...context, quiet: busy.length > 0 })];
  return (await Promise.all(lanes)).flat();
}

export async function test(asked) {
  const names = await readNames(asked);
  await ensureTools([...new Set(names.flatMap((name) => suites[name].needs))]);
  const context = { browser: await findBrowser(), componentBrowser: await findComponentBrowser() };
  await build();
  process.env.SEA_VISION_USE_BUILD = "1";

  const { lines, failed } = summarize(await runSuites(names, context));
  console.log(`\n${lines.join("\n")}`);
  process.exitCode = failed ? 1 : 0;
}
