/**
 * What the runners report, in one form: how many tests passed, and by name those that failed or passed only at the second try, so
 * that the last lines of a run say what to look at.
 * @typedef {{ passed: number, failed: string[], flaky: string[] }} Results
 */
import path from "node:path";

const isFailed = (file) => file.status === "failed" || file.assertionResults.some((test) => test.status === "failed");

function countPassed(files) {
  return files.flatMap((file) => file.assertionResults).filter((test) => test.status === "passed").length;
}

/** A file that could not be loaded has no test to name, so it is named itself. */
function nameFailures(file, root) {
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  const name = path.relative(root, file.name);
  if (failed.length === 0) return [name];
  return failed.map((test) => `${name} › ${test.fullName.trim()}`);
}

/** What a report says went wrong, by file: failed tests, files that do not load, and errors outside of every test. */
function findFailures({ testResults = [], unhandled = [] }, root) {
  const failures = testResults.filter(isFailed).map((file) => ({ file: file.name, names: nameFailures(file, root) }));
  for (const { file, message } of unhandled) {
    const where = file ? path.relative(root, file) : "Vitest";
    failures.push({ file, names: [`${where}, outside of every test: ${message}`] });
  }
  return failures;
}

/** @returns {string[]} the files of a Vitest report in which something failed, absolute, each once */
export function listFailedFiles(report) {
  return [...new Set(findFailures(report, "/").flatMap(({ file }) => file ?? []))];
}

/**
 * @param {object} first Vitest's JSON report of all files, and with it the errors outside of tests as `unhandled`
 * @param {object} [second] the one of those files that had failed, run once more: what it says of a file holds
 * @param {string} root what the files are named from
 * @returns {Results}
 */
export function readVitest(first, second, root) {
  const again = new Map((second?.testResults ?? []).map((file) => [file.name, file]));
  const files = (first.testResults ?? []).map((file) => again.get(file.name) ?? file);
  const atFirst = findFailures(first, root);
  const remaining = [...atFirst.filter(({ file }) => !again.has(file)), ...(second ? findFailures(second, root) : [])];
  const failed = remaining.flatMap(({ names }) => names);
  const healed = atFirst.filter(({ file }) => again.has(file)).flatMap(({ names }) => names);
  return { passed: countPassed(files), failed, flaky: healed.filter((name) => !failed.includes(name)) };
}

/** Playwright nests its suites: by file, and by what the file describes. */
function* listSpecs(suites, names = []) {
  for (const suite of suites ?? []) {
    const within = [...names, suite.title];
    for (const spec of suite.specs ?? []) yield { name: [...within, spec.title].join(" › "), tests: spec.tests };
    yield* listSpecs(suite.suites, within);
  }
}

/** @param {object} report Playwright's JSON report @returns {Results} */
export function readPlaywright(report) {
  const { expected = 0, flaky = 0 } = report.stats ?? {};
  const specs = [...listSpecs(report.suites)];
  const named = (status) => specs.filter(({ tests }) => tests.some((test) => test.status === status)).map(({ name }) => name);
  return { passed: expected + flaky, failed: named("unexpected"), flaky: named("flaky") };
}

/** A runner may fail without a failed test (an error outside every test, a report that was not written): that is a failure too. */
export function withExitCode(results, code, runner) {
  if (code === 0 || results.failed.length > 0) return results;
  return { ...results, failed: [`${runner} ended with ${code}, by an error outside of every test`] };
}

/** @param {Results[]} all @returns {{ lines: string[], failed: boolean }} what is printed last, and whether the run has failed */
export function summarize(all) {
  const passed = all.reduce((total, results) => total + results.passed, 0);
  const failed = all.flatMap((results) => results.failed);
  const flaky = all.flatMap((results) => results.flaky);
  const secondTry = flaky.length > 0 ? ` (${flaky.length} at the second try)` : "";
  return {
    lines: [
      ...flaky.map((name) => `At the second try: ${name}`),
      ...failed.map((name) => `Failed: ${name}`),
      ...(passed + failed.length === 0 ? ["No test was run."] : []),
      `${passed} passed${secondTry}, ${failed.length} failed`,
    ],
    failed: failed.length > 0 || passed === 0,
  };
}
