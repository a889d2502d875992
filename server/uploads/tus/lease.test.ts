import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HELD_MS, Lease, presentMoment } from "../../bytes/tus-lease";

const START = new Date("2026-11-20T12:00:00Z").getTime();
const newLease = () => new Lease({ uploadId: "upload", token: "token" }, presentMoment(), () => undefined);

describe("a lease", () => {
  // The clock of the day goes on while a machine is suspended, the steady one does not.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
  afterEach(() => void vi.useRealTimers());

  it("is lost by one who was suspended, whatever the steady clock says", () => {
    const lease = newLease();
    expect(lease.isHeld()).toBe(true);
    vi.setSystemTime(START + HELD_MS);
    expect(lease.isHeld()).toBe(false);
    expect(() => lease.check()).toThrow();
    expect(lease.signal.aborted).toBe(true);
  });

  it("outlasts its time when it is renewed, and a clock that is set back", () => {
    const lease = newLease();
    vi.setSystemTime(START + HELD_MS - 1);
    lease.renewed(presentMoment());
    vi.setSystemTime(START + HELD_MS + 1);
    expect(lease.isHeld()).toBe(true);
    vi.setSystemTime(START - 60_000);
    expect(lease.isHeld()).toBe(true);
  });

  it("stays lost", () => {
    const lease = newLease();
    lease.lose();
    lease.renewed(presentMoment());
    expect(lease.isHeld()).toBe(false);
  });
});
