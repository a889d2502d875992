import { describe, expect, it } from "vitest";
import type { Transfer } from "../controller/upload-state";
import { sampleRate, startRate } from "./transfer-rate";
import { percentOf, steadySeconds, transferStats } from "./transfer-stats";

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
