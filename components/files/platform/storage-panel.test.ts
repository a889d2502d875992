import { expect, it } from "vitest";
import { usageOf } from "./storage-panel";

it.each([
  [0, 100, 0, "success"],
  [70, 100, 70, "success"],
  [70.1, 100, 70.1, "warning"],
  [90, 100, 90, "warning"],
  [90.1, 100, 90.1, "danger"],
  [250, 100, 250, "danger"],
  [5, 0, 0, "success"],
] as const)("usageOf %d of %d bytes returns %d percent and the tone %s", (used, total, percent, tone) => {
  expect(usageOf({ used, total })).toMatchObject({ percent, tone });
});
