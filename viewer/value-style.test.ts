import { createExpression, featureFilter } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import type { ColorBy } from "../lib/data-maps/style/schema";
import { classFilter, classIndex, colorExpression, legendOf, NO_CLASS, sizeExpression } from "./value-style";

const uses: ColorBy = {
  kind: "categories",
  attribute: "use",
  categories: [
    { value: "quay", color: "#111111", name: "Quays" },
    { value: 3, color: "#222222" },
    { value: true, color: "#333333" },
  ],
  other: "#999999",
};
const depths: ColorBy = { kind: "classes", attribute: "depth", limits: [5, 10.5], colors: ["#aaaaaa", "#bbbbbb", "#cccccc"], unit: "m" };

const feature = (properties: Record<string, unknown>) => ({ type: "Point", properties }) as const;

function evaluate(expression: unknown, properties: Record<string, unknown>): unknown {
  const created = createExpression(expression, "paint");
  if (created.result === "error") throw new Error(created.value.map(({ message }) => message).join());
  return created.value.evaluate({ zoom: 10 }, feature(properties));
}

describe("classIndex", () => {
  it.each([
    ["a category", uses, { use: "quay" }, 0],
    ["a number", uses, { use: 3 }, 1],
    ["a number as text", uses, { use: "3" }, 1],
    ["a boolean", uses, { use: true }, 2],
    ["another value", uses, { use: "shed" }, NO_CLASS],
    ["no value", uses, {}, NO_CLASS],
    ["a number below the first limit", depths, { depth: -4 }, 0],
    ["a limit, which belongs to the class above", depths, { depth: 5 }, 1],
    ["a number as text", depths, { depth: "12.5" }, 2],
    ["zero", depths, { depth: 0 }, 0],
    ["text", depths, { depth: "deep" }, NO_CLASS],
    ["an empty text", depths, { depth: "" }, NO_CLASS],
    ["null", depths, { depth: null }, NO_CLASS],
    ["a boolean instead of a number", depths, { depth: true }, NO_CLASS],
  ])("finds the class of %s", (_, colorBy, properties, index) => {
    expect(evaluate(classIndex(colorBy), properties)).toBe(index);
  });
});

it("colorExpression gives the colour of the class, and grey without a value", () => {
  const colors = [{ depth: 7 }, { depth: null }].map((properties) => String(evaluate(colorExpression(depths), properties)));
  expect(colors).toEqual(["#bbbbbb", "#9aa5b1"]);
});

describe("classFilter", () => {
  const drawn = (colorBy: ColorBy, hidden: number[], properties: Record<string, unknown>) => {
    const filter = classFilter(colorBy, hidden);
    return filter === null || featureFilter(filter, "filter").filter({ zoom: 10 }, feature(properties) as never);
  };

  it("leaves out what the visitor has hidden", () => {
    expect([{ depth: 1 }, { depth: 7 }, { depth: 20 }].map((properties) => drawn(depths, [1], properties))).toEqual([true, false, true]);
  });

  it("leaves out other values when they have no colour", () => {
    expect([{ use: "quay" }, { use: "shed" }].map((properties) => drawn({ ...uses, other: null }, [], properties))).toEqual([true, false]);
  });

  it("needs no filter when all classes are drawn", () => {
    expect(classFilter(uses)).toBeNull();
  });
});

it("legendOf names the ranges with their unit, and the values", () => {
  expect(legendOf(depths).map(({ text }) => text)).toEqual(["Below 5 m", "5 – 10.5 m", "10.5 m and more"]);
  const heights = { kind: "classes" as const, limits: [-10, -5], colors: ["#000000", "#808080", "#ffffff"] };
  expect(legendOf(heights).map(({ text }) => text)).toEqual(["Below -10", "-10 to -5", "-5 and more"]);
  expect(legendOf(uses).map(({ text }) => text)).toEqual(["Quays", "3", "true", "Other"]);
  const values = (...found: string[]) => ({ use: { values: found.map((value) => [value, 1] as [string, number]) } });
  expect(legendOf(uses, values("quay", "3")).map(({ text }) => text)).toEqual(["Quays", "3", "true"]);
  expect(legendOf(uses, values("quay", "shed"))).toHaveLength(4);
});

it("sizeExpression grows between two values and stays at their sizes outside", () => {
  const size = sizeExpression({ attribute: "ships", values: [0, 100], sizes: [4, 24] });
  expect([-5, 0, 50, 900, null].map((ships) => evaluate(size, { ships }))).toEqual([4, 4, 14, 24, 4]);
});
