import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SharedCheck } from "./data";

const limits = { limitMs: 4_000, keptMs: 5_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("SharedCheck runs one check for concurrent and for later callers", async () => {
  const check = vi.fn(() => Promise.resolve("ok"));
  const shared = new SharedCheck(check, limits);
  expect(await Promise.all(Array.from({ length: 50 }, () => shared.ask("late")))).toEqual(new Array(50).fill("ok"));
  expect(await shared.ask("late")).toBe("ok");
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(limits.keptMs);
  await shared.ask("late");
  expect(check).toHaveBeenCalledTimes(2);
});

test("SharedCheck does not keep a failure for later callers", async () => {
  const check = vi.fn().mockResolvedValueOnce("broken").mockResolvedValue("ok");
  const shared = new SharedCheck(check, limits);
  expect([await shared.ask("late"), await shared.ask("late"), await shared.ask("late")]).toEqual(["broken", "ok", "ok"]);
  expect(check).toHaveBeenCalledTimes(2);
});

test("SharedCheck reports a check that hangs, and starts no other check meanwhile", async () => {
  let answer: (finding: string) => void = () => undefined;
  const check = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const shared = new SharedCheck(check, limits);
  for (let round = 0; round < 20; round += 1) {
    const asked = shared.ask("late");
    await vi.advanceTimersByTimeAsync(limits.limitMs);
    expect(await asked).toBe("late");
  }
  expect(check).toHaveBeenCalledTimes(1);
  const last = shared.ask("late");
  answer("ok");
  expect(await last).toBe("ok");
});
