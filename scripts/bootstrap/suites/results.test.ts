import { describe, expect, it } from "vitest";
import { readPlaywright, readVitest, summarize, withExitCode } from "./results.mjs";

const test = (fullName: string, status: string) => ({ fullName, status });

describe("readVitest", () => {
  it("counts passed tests and describes failed tests and files that do not load", () => {
    const report = {
      testResults: [
        {
          name: "/here/a.test.ts",
          status: "passed",
          assertionResults: [test(" a one", "passed"), test(" a two", "passed"), test(" a skipped", "skipped")],
        },
        {
          name: "/here/b.test.ts",
          status: "failed",
          assertionResults: [
            test(" b one", "passed"),
            { ...test(" b two", "failed"), failureMessages: ["\u001b[31mexpected 1\u001b[39m\n\n  at b.test.ts:3"] },
            test(" b three", "failed"),
          ],
        },
        { name: "/here/c.test.ts", status: "failed", message: "does not load", assertionResults: [] },
      ],
    };
    expect(readVitest(report, "/here")).toEqual({
      passed: 3,
      failed: ["b.test.ts › b two\n    expected 1\n      at b.test.ts:3", "b.test.ts › b three", "c.test.ts\n    does not load"],
    });
  });
});

describe("readPlaywright", () => {
  it("lists failed tests of nested suites and counts flaky tests as failed", () => {
    const spec = (title: string, status: string, errors: { message: string }[] = []) => ({
      title,
      tests: [{ status, results: [{ errors }] }],
    });
    const report = {
      stats: { expected: 7, flaky: 1, unexpected: 1 },
      suites: [
        { title: "a.spec.ts", specs: [spec("one", "expected"), spec("two", "flaky")] },
        {
          title: "b.spec.ts",
          specs: [],
          suites: [{ title: "the screen", specs: [spec("opens", "unexpected", [{ message: "no dialog" }])] }],
        },
      ],
    };
    expect(readPlaywright(report)).toEqual({ passed: 7, failed: ["a.spec.ts › two", "b.spec.ts › the screen › opens\n    no dialog"] });
    expect(readPlaywright({})).toEqual({ passed: 0, failed: [] });
  });
});

describe("withExitCode", () => {
  it("adds a failure when the runner failed without a failed test", () => {
    const nothing = { passed: 0, failed: [] };
    expect(withExitCode(nothing, 1, "Vitest").failed).toEqual(["Vitest exited with 1 after an error outside of all tests"]);
    expect(withExitCode(nothing, 1, "Vitest", ["Error: Worker exited unexpectedly"]).failed).toEqual([
      "Vitest exited with 1 after an error outside of all tests\n    Error: Worker exited unexpectedly",
    ]);
    expect(withExitCode(nothing, 0, "Vitest").failed).toEqual([]);
    expect(withExitCode({ passed: 1, failed: ["one"] }, 1, "Vitest").failed).toEqual(["one"]);
  });
});

describe("summarize", () => {
  it("adds up the runs and lists every failed test", () => {
    const results = [
      { passed: 2, failed: ["a"] },
      { passed: 3, failed: [] },
    ];
    expect(summarize(results)).toEqual({ lines: ["Failed: a", "5 passed, 1 failed"], failed: true });
    expect(summarize([{ passed: 3, failed: [] }])).toEqual({ lines: ["3 passed, 0 failed"], failed: false });
  });

  it("reports a failure when no test ran", () => {
    expect(summarize([])).toEqual({ lines: ["No test ran.", "0 passed, 0 failed"], failed: true });
  });
});
