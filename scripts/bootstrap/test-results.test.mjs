import { describe, expect, it } from "vitest";
import { listFailedFiles, readPlaywright, readVitest, summarize, withExitCode } from "./test-results.mjs";

const test = (fullName, status) => ({ fullName, status });
const file = (name, ...assertionResults) => ({
  name: `/here/${name}`,
  status: assertionResults.some(({ status }) => status === "failed") ? "failed" : "passed",
  assertionResults,
});

const first = {
  testResults: [
    file("a.test.ts", test(" a one", "passed"), test(" a two", "passed"), test(" a left out", "skipped")),
    file("b.test.ts", test(" b one", "passed"), test(" b two", "failed"), test(" b three", "failed")),
    { name: "/here/c.test.ts", status: "failed", message: "does not load", assertionResults: [] },
  ],
};

describe("what Vitest reports", () => {
  it("is counted, and failures are named, also those of a file that did not load", () => {
    expect(readVitest(first, undefined, "/here")).toEqual({
      passed: 3,
      failed: ["b.test.ts › b two", "b.test.ts › b three", "c.test.ts"],
      flaky: [],
    });
    expect(listFailedFiles(first)).toEqual(["/here/b.test.ts", "/here/c.test.ts"]);
  });

  it("holds as the second try has it, which is named", () => {
    const second = {
      testResults: [
        file("b.test.ts", test(" b one", "passed"), test(" b two", "passed"), test(" b three", "failed")),
        file("c.test.ts", test(" c one", "passed")),
      ],
    };
    expect(readVitest(first, second, "/here")).toEqual({
      passed: 5,
      failed: ["b.test.ts › b three"],
      flaky: ["b.test.ts › b two", "c.test.ts"],
    });
  });

  it("remains failed where the second try broke off, or failed at another place", () => {
    expect(readVitest(first, {}, "/here").failed).toHaveLength(3);
    const elsewhere = { testResults: [file("b.test.ts", test(" b one", "failed"), test(" b two", "passed"))] };
    expect(readVitest(first, elsewhere, "/here").failed).toEqual(["c.test.ts", "b.test.ts › b one"]);
  });

  it("names errors outside of every test, whose file is run again as well", () => {
    const lost = { file: "/here/a.test.ts", message: "lost" };
    const passing = { testResults: [file("a.test.ts", test(" a one", "passed"))] };
    const report = { ...passing, unhandled: [lost, lost] };
    expect(listFailedFiles(report)).toEqual(["/here/a.test.ts"]);
    const name = "a.test.ts, outside of every test: lost";
    expect(readVitest(report, undefined, "/here")).toEqual({ passed: 1, failed: [name, name], flaky: [] });
    expect(readVitest(report, { ...passing, unhandled: [] }, "/here")).toEqual({ passed: 1, failed: [], flaky: [name, name] });
    expect(readVitest(report, { ...passing, unhandled: [lost] }, "/here")).toEqual({ passed: 1, failed: [name], flaky: [] });
    expect(readVitest({ unhandled: [{ file: null, message: "nobody's" }] }, undefined, "/here").failed).toEqual([
      "Vitest, outside of every test: nobody's",
    ]);
  });

  it("is a failure where the runner failed, whatever the report says", () => {
    const nothing = readVitest({}, undefined, "/here");
    expect(withExitCode(nothing, 1, "Vitest").failed).toEqual(["Vitest ended with 1, by an error outside of every test"]);
    expect(withExitCode(nothing, 0, "Vitest").failed).toEqual([]);
    expect(withExitCode({ passed: 1, failed: ["one"], flaky: [] }, 1, "Vitest").failed).toEqual(["one"]);
  });
});

it("finds the names of what failed in Playwright's nested suites", () => {
  const spec = (title, status) => ({ title, tests: [{ status }] });
  const report = {
    stats: { expected: 7, flaky: 1, unexpected: 1 },
    suites: [
      { title: "a.spec.ts", specs: [spec("one", "expected"), spec("two", "flaky")] },
      { title: "b.spec.ts", specs: [], suites: [{ title: "the screen", specs: [spec("opens", "unexpected")] }] },
    ],
  };
  expect(readPlaywright(report)).toEqual({ passed: 8, failed: ["b.spec.ts › the screen › opens"], flaky: ["a.spec.ts › two"] });
  expect(readPlaywright({})).toEqual({ passed: 0, failed: [], flaky: [] });
});

describe("the last lines of a run", () => {
  it("name what failed and what passed at the second try", () => {
    const results = [
      { passed: 2, failed: ["a"], flaky: [] },
      { passed: 3, failed: [], flaky: ["b"] },
    ];
    expect(summarize(results)).toEqual({
      lines: ["At the second try: b", "Failed: a", "5 passed (1 at the second try), 1 failed"],
      failed: true,
    });
    expect(summarize([{ passed: 3, failed: [], flaky: ["b"] }]).failed).toBe(false);
  });

  it("say that nothing was run, which is a failure", () => {
    expect(summarize([])).toEqual({ lines: ["No test was run.", "0 passed, 0 failed"], failed: true });
  });
});
