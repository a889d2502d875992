/**
 * Results of a runner: the number of passed tests, and for each failed test its name and the first lines of its error.
 * @typedef {{ passed: number, failed: string[] }} Results
 */
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const ERROR_LINES = 12;

function describeFailure(name, message = "") {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, ERROR_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** Lists the failures of a file. A file that could not be loaded has no failed tests, so it is listed itself. */
function describeFailures({ name, status, message, assertionResults }, root) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0)
    return failed.map((test) => describeFailure(`${file} › ${test.fullName.trim()}`, test.failureMessages?.join("\n")));
  return status === "failed" ? [describeFailure(file, message)] : [];
}

/** @param {object} report Vitest's JSON report @param {string} root folder that paths are relative to @returns {Results} */
export function readVitest({ testResults = [] }, root) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: testResults.flatMap((file) => describeFailures(file, root)),
  };
}

function* listSpecs(suites, names = []) {
  for (const suite of suites ?? []) {
    const within = [...names, suite.title];
    for (const spec of suite.specs ?? []) yield { name: [...within, spec.title].join(" › "), tests: spec.tests };
    yield* listSpecs(suite.suites, within);
  }
}

/** @param {object} report Playwright's JSON report @returns {Results} */
export function readPlaywright(report) {
  const failed = [...listSpecs(report.suites)].flatMap(({ name, tests }) => {
    const test = tests.find(({ status }) => status === "unexpected" || status === "flaky");
    return test
      ? [
          describeFailure(
            name,
            test.results
              ?.flatMap(({ errors }) => errors)
              .map(({ message }) => message)
              .join("\n"),
          ),
        ]
      : [];
  });
  return { passed: report.stats?.expected ?? 0, failed };
}

/** Adds a failure when the runner failed without a failed test, for example before its report. @param {string[]} [errors] those outside of tests */
export function withExitCode(results, code, runner, errors = []) {
  if (code === 0 || results.failed.length > 0) return results;
  const name = `${runner} exited with ${code} after an error outside of all tests`;
  return { ...results, failed: [describeFailure(name, errors.join("\n"))] };
}

/** @param {Results[]} all @returns {{ lines: string[], failed: boolean }} lines to print last, and whether the run failed */
export function summarize(all) {
  const passed = all.reduce((total, results) => total + results.passed, 0);
  const failed = all.flatMap((results) => results.failed);
  return {
    lines: [
      ...failed.map((name) => `Failed: ${name}`),
      ...(passed + failed.length === 0 ? ["No test ran."] : []),
      `${passed} passed, ${failed.length} failed`,
    ],
    failed: failed.length > 0 || passed === 0,
  };
}
