import { describe, expect, it } from "vitest";
import { type MapLayer, mapLayerSchema } from "../schema";
import { AttributeCounter } from "./statistics";
import { findTimeAttribute, timeAttributeOf, toTime } from "./times";

const layer = (changes: Partial<MapLayer>) =>
  mapLayerSchema.parse({ name: "Ships", file: "ships.geojson", format: "geojson", kind: "points", ...changes });

/** Returns the statistics of rows with one attribute. */
function timesOf(name: string, values: readonly unknown[]) {
  const counter = new AttributeCounter();
  for (const value of values) counter.add({ [name]: value });
  return counter.statistics()[name]?.times;
}

describe("toTime", () => {
  it.each(["2026", "28.11.2026", "2026-13-01", "14:05", "2026-11-28 noon", "", 211_234_560, -1, Number.NaN, true, null, {}])(
    "returns null for %j, which is no time",
    (value) => {
      expect(toTime(value)).toBeNull();
    },
  );
});

describe("AttributeCounter", () => {
  const texts = ["2026-11-28T14:05:00Z", "2026-11-28T13:00:00+01:00", "2026-11-29"];

  it("finds the first and the last time", () => {
    const expected = [Date.parse("2026-11-28T12:00:00Z"), Date.parse("2026-11-29T00:00:00Z")];
    expect(timesOf("seen", texts)).toEqual(expected);
    expect(timesOf("timestamp", [1_795_874_730, "1795874731"])).toEqual([1_795_874_730_000, 1_795_874_731_000]);
  });

  it("finds none in other columns", () => {
    expect(timesOf("seen", [...texts, "unknown"])).toBeUndefined();
    expect(timesOf("number", [1_795_874_730])).toBeUndefined();
    expect(timesOf("time", [14, 15])).toBeUndefined();
  });
});

describe("timeAttributeOf", () => {
  const times: [number, number] = [1_795_874_730_000, 1_795_874_731_000];

  it("prefers the time of the observation, and passes over that of an edit", () => {
    expect(timeAttributeOf(layer({ statistics: { eta: { times }, timestamp: { times } } }))).toBe("timestamp");
    expect(timeAttributeOf(layer({ statistics: { last_edited_date: { times }, seen: { times } } }))).toBe("seen");
    expect(timeAttributeOf(layer({ statistics: { last_edited_date: { times } } }))).toBeNull();
  });

  it("knows only the names of tiles, and nothing of files without statistics", () => {
    expect(findTimeAttribute(layer({ format: "pmtiles", attributes: ["sometimes", "BaseDateTime"] }))).toBe("BaseDateTime");
    expect(timeAttributeOf(layer({ attributes: ["time"] }))).toBeNull();
  });

  it("obeys the admin, and never filters areas", () => {
    const statistics = { timestamp: { times } };
    expect(timeAttributeOf(layer({ statistics, timeAttribute: null }))).toBeNull();
    expect(timeAttributeOf(layer({ statistics, timeAttribute: "eta" }))).toBe("eta");
    expect(timeAttributeOf(layer({ statistics, kind: "areas" }))).toBeNull();
  });
});
