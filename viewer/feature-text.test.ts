import { describe, expect, it } from "vitest";
import { attributeText, valueText } from "./feature-text";

describe("attributeText", () => {
  it.each([
    [4.5, "4.5"],
    [0, "0"],
    [false, "false"],
    [null, "–"],
    [undefined, "–"],
    ["", ""],
    [{ depth: [1, 2] }, '{"depth":[1,2]}'],
    ["<b>https://a.example</b>", "<b>https://a.example</b>"],
  ])("shows %j as text", (value, text) => {
    expect(attributeText(value)).toBe(text);
  });

  it("cuts a long value", () => {
    expect(attributeText("a".repeat(5_000))).toBe(`${"a".repeat(2_000)}…`);
  });
});

describe("valueText", () => {
  it.each([
    [4.5, { decimals: 2, unit: "m" }, "4.50 m"],
    ["1234.56", { decimals: 1 }, "1,234.6"],
    [0, { decimals: 0, unit: "kn" }, "0 kn"],
    ["3-4", { decimals: 2, unit: "m" }, "3-4 m"],
    [null, { decimals: 2, unit: "m" }, "–"],
    ["", { unit: "m" }, ""],
    ["<b>deep</b>", { decimals: 2 }, "<b>deep</b>"],
    ["2026-11-28T14:05:00Z", { kind: "date" }, "28 Nov 2026, 14:05"],
    ["2026-11-28T15:05:00+01:00", { kind: "date" }, "28 Nov 2026, 14:05"],
    [1_795_874_730, { kind: "date" }, "28 Nov 2026, 14:05"],
    ["2026-11-28", { kind: "date" }, "28 Nov 2026"],
    ["soon", { kind: "date" }, "soon"],
    [4.5, undefined, "4.5"],
  ] as const)("shows %j with %j", (value, shown, text) => {
    expect(valueText(value, shown, "en-GB")).toBe(text);
  });

  it("shows dates as the visitor's language writes them", () => {
    expect(valueText("2026-11-28T14:05:00Z", { kind: "date" }, "de")).toBe("28.11.2026, 14:05");
  });
});
