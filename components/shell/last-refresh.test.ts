import { describe, expect, it } from "vitest";
import { isRefreshDue } from "./last-refresh";

const hour = 3_600_000;
const now = Date.parse("2026-11-20T12:00:00Z");

describe("isRefreshDue", () => {
  it.each([
    ["there was no refresh yet", null, true],
    ["the last one was a moment ago", { at: now, hasFailed: false }, false],
    ["the last one was less than 12 hours ago", { at: now - 12 * hour + 1, hasFailed: false }, false],
    ["the last one was 12 hours ago", { at: now - 12 * hour, hasFailed: false }, true],
    ["the last one failed less than an hour ago", { at: now - hour + 1, hasFailed: true }, false],
    ["the last one failed an hour ago", { at: now - hour, hasFailed: true }, true],
    ["the clock was set back", { at: now + 1, hasFailed: false }, true],
  ])("when %s, given %j, returns %s", (_, last, isDue) => expect(isRefreshDue(last, now)).toBe(isDue));
});
