import { expect, test } from "vitest";
import { formatPercent } from "./stat-card";

test.each([
  [12.5, "+12.5%"],
  [-3, "-3.0%"],
  [0, "0.0%"],
  [-0, "0.0%"],
  [-0.04, "0.0%"],
  [0.05, "+0.1%"],
  [100, "+100.0%"],
  [-100, "-100.0%"],
  [1234.5, "+1,234.5%"],
])("formatPercent formats %s as %s", (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
