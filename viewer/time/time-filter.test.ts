import { createExpression, featureFilter } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { toTime } from "../../lib/data-maps/style/times";
import type { TimeRange } from "./positions";
import { timeExpression, timeFilter } from "./time-filter";

/** Returns the time that MapLibre computes for an attribute. */
function evaluate(time: unknown): unknown {
  const { result, value } = createExpression(timeExpression("time"), "time");
  if (result === "error") throw value[0];
  return value.evaluate({ zoom: 10 }, { type: 1, properties: { time } });
}

/** Returns whether MapLibre draws a feature. */
function isDrawn(time: unknown, range: TimeRange): boolean {
  return featureFilter(timeFilter("time", range), "layers[0].filter").filter({ zoom: 10 }, { type: 1, properties: { time } });
}

describe("timeExpression", () => {
  it.each([
    ["2026-11-28T14:05:30Z", "2026-11-28T14:05:30Z"],
    ["2026-11-28T14:05:30.750Z", "2026-11-28T14:05:30Z"],
    ["2026-11-28 14:05:30", "2026-11-28T14:05:30Z"],
    ["2026-11-28T14:05Z", "2026-11-28T14:05:00Z"],
    ["2026-11-28T14:05+01:00", "2026-11-28T13:05:00Z"],
    ["2026-11-28T23:05:30-03:30", "2026-11-29T02:35:30Z"],
    ["2026-11-28T14:05:30+0530", "2026-11-28T08:35:30Z"],
    ["2026/11/28 14:05:30+01", "2026-11-28T13:05:30Z"],
    ["2024-02-29", "2024-02-29T00:00:00Z"],
    ["2000-03-01T00:00:00Z", "2000-03-01T00:00:00Z"],
    ["1999-12-31T23:59:59Z", "1999-12-31T23:59:59Z"],
    [1_795_874_730, "2026-11-28T14:05:30Z"],
    ["1795874730", "2026-11-28T14:05:30Z"],
    [1_795_874_730_000, "2026-11-28T14:05:30Z"],
  ])("gives %j the same time as toTime", (value, expected) => {
    expect(toTime(value)).toBe(Date.parse(expected));
    expect(evaluate(value)).toBe(Date.parse(expected));
  });
});

describe("timeFilter", () => {
  const range = [Date.parse("2026-11-28T14:00:00Z"), Date.parse("2026-11-28T15:00:00Z")] as const;

  it("draws features from the first time to the last, both included", () => {
    const times = ["13:59:59", "14:00:00", "14:30:00", "15:00:00", "15:00:01"].map((time) => `2026-11-28T${time}Z`);
    expect(times.map((time) => isDrawn(time, range))).toEqual([false, true, true, true, false]);
  });

  it("has no limit where the range is open", () => {
    expect(isDrawn("1991-01-01", [Number.NEGATIVE_INFINITY, range[1]])).toBe(true);
    expect(isDrawn("2091-01-01", [range[0], Number.POSITIVE_INFINITY])).toBe(true);
  });

  it.each([undefined, null, "", "unknown", true, { a: 1 }, -5])("leaves out %j, which is no time", (value) => {
    expect(isDrawn(value, range)).toBe(false);
  });
});
