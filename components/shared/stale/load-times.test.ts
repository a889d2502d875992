import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteLoad, oldestLoad } from "./load-times";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("oldestLoad returns the time of the oldest last load", () => {
  noteLoad("/first");
  vi.setSystemTime(2_000);
  noteLoad("/second");
  expect(oldestLoad(["/second", "/first"])).toBe(1_000);
  noteLoad("/first");
  expect(oldestLoad(["/second", "/first"])).toBe(2_000);
});

it("oldestLoad returns null when an address was never loaded", () => {
  noteLoad("/first");
  expect(oldestLoad(["/first", "/never"])).toBeNull();
  expect(oldestLoad([])).toBeNull();
});
