import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "../mutations";
import { RefusalLog, type RefusedRequest } from "./refusal-log";

const WINDOW_MS = 600_000;

const refused: RefusedRequest = {
  kind: "forbidden",
  reason: "Only administrators may do this.",
  actor: { accountId: "a", email: "jane@example.org" },
  address: "192.0.2.1",
  method: "GET",
  route: "/api/user/all",
  requestId: "first",
};
const anonymous = (host: number): RefusedRequest => ({ ...refused, actor: null, address: `192.0.2.${host}` });

let written: AuditEntry[];
const write = (entries: readonly AuditEntry[]) => {
  written.push(...entries);
  return Promise.resolve();
};
const details = () => written.map((entry) => entry.details);

/** Advances the timers, and lets pending writes finish. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("RefusalLog", () => {
  it("writes the client, the request and the reason", async () => {
    new RefusalLog({ write }).note(refused);
    await pass(0);
    expect(written).toEqual([
      {
        action: "access.refused",
        actor: { accountId: "a", email: "jane@example.org" },
        address: "192.0.2.1",
        target: { type: "route", name: "GET /api/user/all" },
        details: { reason: "Only administrators may do this.", requestId: "first" },
      },
    ]);
  });

  it("writes one event for an account, kind and route within ten minutes, from any address", async () => {
    const log = new RefusalLog({ write });
    for (let round = 0; round < 50; round += 1) log.note({ ...refused, address: `192.0.2.${round}`, requestId: String(round) });
    await pass(WINDOW_MS - 1);
    expect(written).toHaveLength(1);
    log.note({ ...refused, kind: "too_many_requests" });
    log.note({ ...refused, route: "/api/admin/all" });
    log.note({ ...refused, method: "POST" });
    log.note({ ...refused, actor: { accountId: "b", email: "john@example.org" } });
    await pass(0);
    expect(written.map(({ action }) => action)).toEqual([
      "access.refused",
      "access.limited",
      "access.refused",
      "access.refused",
      "access.refused",
    ]);
  });

  it("writes the number of further refusals every ten minutes, and nothing after ten minutes without one", async () => {
    const log = new RefusalLog({ write });
    const reason = refused.reason;
    for (let round = 0; round < 5; round += 1) log.note(refused);
    await pass(WINDOW_MS);
    expect(details()).toEqual([
      { reason, requestId: "first" },
      { reason, repeats: 4 },
    ]);
    log.note(refused);
    await pass(2 * WINDOW_MS);
    expect(details().slice(2)).toEqual([{ reason, repeats: 1 }]);
    log.note({ ...refused, requestId: "later" });
    await pass(0);
    expect(details().slice(3)).toEqual([{ reason, requestId: "later" }]);
  });

  it("counts the addresses of an IPv6 network as one client", async () => {
    const log = new RefusalLog({ write });
    for (const host of ["1", "2", "3"]) log.note({ ...refused, actor: null, address: `2001:db8::${host}` });
    await pass(0);
    expect(written).toHaveLength(1);
  });

  it("limits the events of clients without a session, and still writes those of accounts", async () => {
    const log = new RefusalLog({ write, mostWindows: 3 });
    for (let host = 0; host < 100; host += 1) log.note(anonymous(host));
    log.note(refused);
    await pass(0);
    expect(written.map(({ actor, address }) => actor?.email ?? address)).toEqual([
      "192.0.2.0",
      "192.0.2.1",
      "192.0.2.2",
      "jane@example.org",
    ]);
    await pass(WINDOW_MS);
    log.note(anonymous(100));
    await pass(0);
    expect(written.at(-1)?.address).toBe("192.0.2.100");
  });

  it("doesn't wait for the database, and writes waiting events in one statement", async () => {
    const finish: (() => void)[] = [];
    const batches: number[] = [];
    const log = new RefusalLog({
      write: (entries) => {
        batches.push(entries.length);
        return new Promise((resolve) => finish.push(resolve));
      },
    });
    for (let host = 0; host < 20; host += 1) log.note(anonymous(host));
    await pass(0);
    expect(batches).toEqual([1]);
    finish[0]?.();
    await pass(0);
    expect(batches).toEqual([1, 19]);
  });

  it("counts refusals that the database did not take in the next event", async () => {
    let isAvailable = false;
    const log = new RefusalLog({ write: (entries) => (isAvailable ? write(entries) : Promise.reject(new Error("ECONNREFUSED"))) });
    log.note(refused);
    log.note(refused);
    await pass(WINDOW_MS);
    expect(written).toEqual([]);
    isAvailable = true;
    await pass(WINDOW_MS);
    expect(details()).toEqual([{ reason: refused.reason, repeats: 2 }]);
  });

  it("writes the counts of its windows when it closes, and nothing after", async () => {
    const log = new RefusalLog({ write });
    for (let round = 0; round < 3; round += 1) log.note(refused);
    log.note(anonymous(1));
    await log.close();
    expect(details().map((detail) => detail?.["repeats"])).toEqual([undefined, undefined, 2]);
    await pass(WINDOW_MS);
    expect(written).toHaveLength(3);
  });
});
