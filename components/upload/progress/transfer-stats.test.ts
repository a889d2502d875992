import { describe, expect, it } from "vitest";
import type { Transfer, TransferRate } from "../controller/upload-state";
import { continueRate, percentOf, rateRemaining, rateSpeed, sampleRate, startRate, steadySeconds, transferStats } from "./transfer-stats";

const transfer: Transfer = {
  shipment: { name: "harbour.zip", fileCount: 1, byteCount: 10_000, chunkCount: 0 },
  connection: "sending",
  rate: sampleRate(startRate(0, 0), 2_000, 2_000),
  bytesBefore: 0,
  sent: { filesSent: 0, chunksSent: 0, currentFile: "" },
};

describe("transferStats", () => {
  it("returns percent, speed and time", () => {
    expect(transferStats(transfer)).toEqual({ percent: 20, bytes: 2_000, total: 10_000, speed: 1_000, elapsed: 2, remaining: 8 });
  });

  it("returns no forecast before there is enough data", () => {
    expect(transferStats({ ...transfer, rate: sampleRate(startRate(0, 0), 1_000, 1_000) }).remaining).toBeNull();
  });

  it.each(["paused", "still", "offline", "unreachable", "unavailable", "signed-out", "connecting"] as const)(
    "returns neither speed nor forecast while %s",
    (connection) => {
      expect(transferStats({ ...transfer, connection })).toMatchObject({ percent: 20, speed: null, remaining: null, elapsed: 2 });
    },
  );
});

it.each([
  [0, 0, 0],
  [1, 3, 33],
  [9_999, 10_000, 99],
  [10_000, 10_000, 100],
])("percentOf returns for %d of %d: %d percent", (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

it.each([
  [0.2, 1],
  [41.3, 42],
  [61, 65],
  [601, 630],
  [3_601, 3_660],
])("steadySeconds rounds %d seconds to %d", (seconds, shown) => {
  expect(steadySeconds(seconds)).toBe(shown);
});

/** Adds `seconds` of constant progress at `speed`, with four samples per second. */
function run(rate: TransferRate, seconds: number, speed: number): TransferRate {
  let now = rate;
  for (let step = 0; step < seconds * 4; step += 1) now = sampleRate(now, now.at + 250, now.bytes + speed / 4);
  return now;
}

describe("transfer rate", () => {
  it("returns no speed before the first sample", () => {
    const rate = startRate(1_000, 0);
    expect(rateSpeed(rate)).toBeNull();
    expect(rateRemaining(rate, 100)).toBeNull();
  });

  it("returns a constant speed from the first sample on", () => {
    const rate = startRate(0, 0);
    expect(rateSpeed(run(rate, 0.25, 1_000))).toBeCloseTo(1_000);
    expect(rateSpeed(run(rate, 60, 1_000))).toBeCloseTo(1_000);
  });

  it("excludes the bytes that a resumed upload already had", () => {
    const rate = run(startRate(0, 5_000_000), 2, 100);
    expect(rateSpeed(rate)).toBeCloseTo(100);
    expect(rateRemaining(rate, 5_000_200 + 1_000)).toBeCloseTo(10);
  });

  it("merges bursts of events into one sample", () => {
    const rate = startRate(0, 0);
    expect(sampleRate(rate, 100, 999_999)).toBe(rate);
    expect(rateSpeed(sampleRate(rate, 1_000, 500))).toBeCloseTo(500);
  });

  it("reacts slowly to a short stall and follows a lasting change", () => {
    const steady = run(startRate(0, 0), 60, 1_000);
    const stalled = rateSpeed(sampleRate(steady, steady.at + 1_000, steady.bytes)) ?? 0;
    expect(stalled).toBeGreaterThan(850);
    expect(rateSpeed(run(steady, 40, 200)) ?? 0).toBeLessThan(220);
  });

  it("excludes pauses from speed and elapsed time", () => {
    const before = run(startRate(0, 0), 10, 1_000);
    const after = run(continueRate(before, before.at + 3_600_000, before.bytes), 10, 1_000);
    expect(rateSpeed(after)).toBeCloseTo(1_000);
    expect(after.activeMs).toBe(20_000);
  });

  it("never returns a negative speed when a retry starts at a lower offset", () => {
    const rate = sampleRate(run(startRate(0, 0), 10, 1_000), 11_000, 4_000);
    expect(rateSpeed(rate) ?? -1).toBeGreaterThanOrEqual(0);
    expect(rateRemaining(rate, 4_000)).toBe(0);
  });
});
