import { describe, expect, it } from "vitest";
import type { Transfer } from "@/components/transfer/transfer-state";
import { percentOf, steadySeconds, transferFigures } from "./transfer-figures";
import { sampleRate, startRate } from "./transfer-rate";

const transfer: Transfer = { size: 10_000, link: "sending", rate: sampleRate(startRate(0, 0), 2_000, 2_000) };

describe("transferFigures", () => {
  it("tells share, speed and time", () => {
    expect(transferFigures(transfer)).toEqual({ percent: 20, bytes: 2_000, total: 10_000, speed: 1_000, elapsed: 2, remaining: 8 });
  });

  it("forecasts nothing too early", () => {
    expect(transferFigures({ ...transfer, rate: sampleRate(startRate(0, 0), 1_000, 1_000) }).remaining).toBeNull();
  });

  it.each(["paused", "still", "offline", "unreachable", "unavailable", "signed-out", "connecting"] as const)(
    "tells neither speed nor forecast while %s",
    (link) => {
      expect(transferFigures({ ...transfer, link })).toMatchObject({ percent: 20, speed: null, remaining: null, elapsed: 2 });
    },
  );
});

it.each([
  [0, 0, 0],
  [1, 3, 33],
  [9_999, 10_000, 99],
  [10_000, 10_000, 100],
])("%d of %d is %d percent", (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

it.each([
  [0.2, 1],
  [41.3, 42],
  [61, 65],
  [601, 630],
  [3_601, 3_660],
])("steadies %d seconds to %d", (seconds, shown) => {
  expect(steadySeconds(seconds)).toBe(shown);
});
