import { describe, expect, it } from "vitest";
import { attributeText } from "./feature-text";

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
