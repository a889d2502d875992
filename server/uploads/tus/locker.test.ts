import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HELD_MS, Lease, presentMoment } from "./locker";

const START = new Date("2026-11-20T12:00:00Z").getTime();

describe("Lease", () => {
  // The wall clock continues while a machine is suspended, the steady clock does not.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
  afterEach(() => void vi.useRealTimers());

  it("is lost after a suspension of its full duration", () => {
    const lease = new Lease(presentMoment());
    expect(lease.isHeld()).toBe(true);
    vi.setSystemTime(START + HELD_MS);
    expect(lease.isHeld()).toBe(false);
    expect(() => lease.check()).toThrow();
    expect(lease.signal.aborted).toBe(true);
  });

  it("lasts longer when it is renewed, also when the wall clock is set back", () => {
    const lease = new Lease(presentMoment());
    vi.setSystemTime(START + HELD_MS - 1);
    lease.renewed(presentMoment());
    vi.setSystemTime(START + HELD_MS + 1);
    expect(lease.isHeld()).toBe(true);
    vi.setSystemTime(START - 60_000);
    expect(lease.isHeld()).toBe(true);
  });

  it("stays lost when it is renewed afterwards", () => {
    const lease = new Lease(presentMoment());
    lease.lose();
    lease.renewed(presentMoment());
    expect(lease.isHeld()).toBe(false);
  });
});
