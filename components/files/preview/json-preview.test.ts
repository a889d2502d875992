import { expect, it } from "vitest";
import { formatJson } from "./json-preview";

it("formatJson adds line breaks to minified JSON and keeps coordinates on one line", () => {
  const value = {
    name: "x".repeat(500),
    coordinates: [
      [
        [1, 2],
        [3, 4.5],
      ],
      [],
    ],
    empty: {},
    none: null,
  };
  const formatted = formatJson(JSON.stringify(value), value);
  expect(formatted).toBe(
    `{\n  "name": "${"x".repeat(500)}",\n  "coordinates": [\n    [\n      [1, 2],\n      [3, 4.5]\n    ],\n    []\n  ],\n  "empty": {},\n  "none": null\n}\n`,
  );
  expect(JSON.parse(formatted)).toEqual(value);
});

it("formatJson returns formatted JSON unchanged", () => {
  const text = '{\n    "a": [\n1]\n}';
  expect(formatJson(text, JSON.parse(text))).toBe(text);
});

it("formatJson returns deeply nested JSON unchanged", () => {
  const depth = 6_000;
  const text = "[".repeat(depth) + "]".repeat(depth);
  expect(formatJson(text, JSON.parse(text)).startsWith("[")).toBe(true);
});
