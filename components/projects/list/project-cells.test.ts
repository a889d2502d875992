import { expect, test } from "vitest";
import { previewText } from "./project-cells";

test.each([
  ["", 5, ""],
  ["Tides", 5, "Tides"],
  ["Tidesx", 5, "Tides..."],
  ["Deep sea", 5, "Deep..."],
  ["🗺️🗺️🗺️", 2, "🗺️🗺️..."],
  ["e\u0301te\u0301", 2, "e\u0301t..."],
])("previewText cuts %j at %i to %j", (text, length, expected) => {
  expect(previewText(text, length)).toBe(expected);
});
