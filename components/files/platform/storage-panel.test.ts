import { expect, it } from "vitest";
import { usageOf } from "./storage-panel";

it.each([
  [0, 100, 0, "success"],
  [70, 30, 70, "success"],
  [70.1, 29.9, 70.1, "warning"],
  [90, 10, 90, "warning"],
  [90.1, 9.9, 90.1, "danger"],
  [250, 0, 100, "danger"],
  [0, 0, 0, "success"],
] as const)("usageOf %d used and %d available bytes returns %d percent and the tone %s", (used, available, percent, tone) => {
  expect(usageOf({ used, available })).toMatchObject({ percent, tone });
});
