import { describe, expect, it } from "vitest";
import { findJsonBreak } from "./json-break";

describe("findJsonBreak", () => {
  it.each([
    ['{"depth": NaN}', "line 1, column 11"],
    ['{"a": 1,\n"b": 2 "c": 3}', "line 2, column 8"],
    ["[1, 2,]", "line 1, column 7"],
    ['{"a": [1, 2}', "line 1, column 12"],
    ['{"a": "text', "line 1, column 7"],
    ["[1, 2", "line 1, column 6"],
    ["{} {}", "line 1, column 4"],
    ['{a: "b"}', "line 1, column 2"],
    ["", "line 1, column 1"],
  ])("finds the first token of %j that can't be there", (text, place) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonBreak(text)).toBe(place);
  });

  it("finds the break after 30 MB of one string, at a string without an end, and after a million brackets", () => {
    expect(findJsonBreak(`["${"x".repeat(30_000_000)}", NaN]`)).toBe("line 1, column 30000006");
    expect(findJsonBreak(`["${"x".repeat(5_000_000)}`)).toBe("line 1, column 2");
    expect(findJsonBreak("[".repeat(1_000_000))).toBe("line 1, column 1000001");
  });
});
