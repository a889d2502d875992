import { expect, test } from "vitest";
import { rowOfKey } from "./checklist-box";

const place = { active: 10, count: 40, page: 6 };

test.each([
  ["ArrowDown", place, 11],
  ["ArrowUp", place, 9],
  ["PageDown", place, 16],
  ["PageUp", place, 4],
  ["Home", place, 0],
  ["End", place, 39],
  ["ArrowUp", { ...place, active: 0 }, 0],
  ["PageUp", { ...place, active: 3 }, 0],
  ["ArrowDown", { ...place, active: 39 }, 39],
  ["PageDown", { ...place, active: 38 }, 39],
  ["ArrowDown", { ...place, active: 0, count: 0 }, undefined],
  ["a", place, undefined],
  ["Tab", place, undefined],
])("rowOfKey with %s at %j returns %s", (key, from, expected) => {
  expect(rowOfKey(key, from)).toBe(expected);
});
