import { expect, it } from "vitest";
import { formatDuration } from "./format-duration";

it.each([
  [0, "0 sec"],
  [0.4, "0 sec"],
  [0.6, "1 sec"],
  [45, "45 sec"],
  [59.7, "1 min"],
  [60, "1 min"],
  [200, "3 min 20 sec"],
  [3600, "1 hr"],
  [3601, "1 hr"],
  [7500, "2 hr 5 min"],
  [86_400, "1 day"],
  [97_200, "1 day 3 hr"],
  [-5, "0 sec"],
  [Number.NaN, "0 sec"],
  [Number.POSITIVE_INFINITY, "0 sec"],
])("formatDuration formats %d seconds as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
