import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queuedImport } from "../../../tests/setup/import-progress";
import type { ExtractionProgress } from "../../imports/progress/schema";
import { type PollOutcome, pollExtraction, readExtraction } from "./extraction";

/** Polls the answers in order, repeats the last one, and records the time of each request. */
function poll(answers: (Partial<ExtractionProgress> | null)[], signal = new AbortController().signal) {
  const askedAt: number[] = [];
  const statuses: ExtractionProgress["status"][] = [];
  const begun = performance.now();
  const read = () => {
    const answer = answers[Math.min(askedAt.length, answers.length - 1)] ?? null;
    askedAt.push(performance.now() - begun);
    return Promise.resolve(answer && { ...queuedImport, ...answer });
  };
  const outcome: Promise<PollOutcome> = pollExtraction(read, ({ status }) => statuses.push(status), signal);
  return { askedAt, statuses, outcome };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("readExtraction", () => {
  it("reads an answer with only the specified fields", async () => {
    const specified = {
      success: true,
      status: "complete",
      progress: 100,
      filesExtracted: 3,
      totalFiles: 3,
      extractedSize: 30,
      totalSize: 30,
      timeElapsed: 2,
      extractionSpeed: 15,
      error: null,
      safeName: "harbour",
    };
    const call = () => Promise.resolve(Response.json(specified));
    expect(await readExtraction(call, "harbour", new AbortController().signal)).toEqual({
      ...queuedImport,
      ...specified,
      importId: "",
      viewable: true,
      phase: "complete",
    });
  });
});

describe("pollExtraction", () => {
  it("polls after half a second and then every second until the end", async () => {
    const { askedAt, statuses, outcome } = poll([{}, { status: "creating_project" }, { status: "complete" }]);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: "complete" });
    expect(askedAt).toEqual([500, 1_500, 2_500]);
    expect(statuses).toEqual(["extracting", "creating_project", "complete"]);
  });

  it("retries two seconds after a missing answer", async () => {
    const { askedAt, outcome } = poll([null, null, { status: "complete" }]);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: "complete" });
    expect(askedAt).toEqual([500, 2_500, 4_500]);
  });

  it.each([
    [{ status: "error", error: "The ZIP archive is damaged." }, "Extraction failed: The ZIP archive is damaged."],
    [{ status: "error", error: null }, "Extraction failed: Unknown error"],
    [{ success: false }, "Extraction failed: API returned failure"],
    [{ success: false, error: "Not found." }, "Extraction failed: Not found."],
  ] as const)("ends with the message for %j", async (answer, message) => {
    const { statuses, outcome } = poll([answer]);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: "failed", message });
    expect(statuses).toEqual([]);
  });

  it("times out after half an hour", async () => {
    const { askedAt, outcome } = poll([{}]);
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({
      kind: "failed",
      message: "Extraction timeout. Please check the projects list manually.",
      mayFinish: true,
    });
    expect(askedAt.at(-1)).toBeLessThan(1_800_000);
  });

  it("stops when its signal aborts", async () => {
    const leave = new AbortController();
    const { askedAt, outcome } = poll([{}], leave.signal);
    await vi.advanceTimersByTimeAsync(2_000);
    leave.abort();
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ kind: "left" });
    expect(askedAt).toHaveLength(2);
  });
});
