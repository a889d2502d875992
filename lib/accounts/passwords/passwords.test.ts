import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { AppError } from "../../errors";
import { hashPassword, verifyPassword, withPasswordTurn } from "./passwords";

describe("password hashing", () => {
  it("stores argon2id with 19 MiB, two passes, one lane and a salt", async () => {
    const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it("verifies the exact password in either Unicode form", async () => {
    const stored = await hashPassword("caf\u00e9 ☕");
    expect(await verifyPassword(stored, "cafe\u0301 ☕")).toBe(true);
    expect(await verifyPassword(stored, "Caf\u00e9 ☕")).toBe(false);
    expect(await verifyPassword(stored, "")).toBe(false);
  });

  it("rejects the password of an unknown account with as much work", async () => {
    const stored = await hashPassword("something");
    const work = { known: 0, unknown: 0 };
    for (let round = 0; round < 40; round += 1) {
      const [who, hash] = round % 2 === 0 ? (["known", stored] as const) : (["unknown", null] as const);
      const before = process.cpuUsage();
      expect(await verifyPassword(hash, "wrong")).toBe(false);
      work[who] += process.cpuUsage(before).user;
    }
    // CPU time of this process. It is measured in ticks, and one round takes only one or two.
    const ratio = work.unknown / work.known;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("queues a burst of requests, rejects those beyond the queue with 503, and works afterwards", async () => {
    const storm = await Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(null, "guess")));
    const refused = storm.filter((attempt) => attempt.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(60);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(AppError);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable", retryAfter: 3 });
    expect(await verifyPassword(await hashPassword("calm"), "calm")).toBe(true);
  });
});

describe("withPasswordTurn", () => {
  const nothing = () => Promise.resolve();

  it("runs at most ten turns of one holder and lets others pass", async () => {
    const open = { one: 0, other: 0, most: 0 };
    const gate = new EventEmitter();
    const opened = once(gate, "open");
    const turn = (holder: "one" | "other") =>
      withPasswordTurn(holder, nothing, async () => {
        open[holder] += 1;
        open.most = Math.max(open.most, open.one);
        await opened;
        open[holder] -= 1;
      });
    const all = [...Array.from({ length: 130 }, () => turn("one")), turn("other")];
    await expect.poll(() => [open.one, open.other]).toEqual([10, 1]);
    expect(await verifyPassword(null, "another user's")).toBe(false);
    gate.emit("open");
    await Promise.all(all);
    expect(open).toEqual({ one: 0, other: 0, most: 10 });
  });

  it("rejects a holder with 503 when too many of its turns wait", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 520 }, () => withPasswordTurn("one", nothing, nothing)));
    const refused = settled.filter((turn) => turn.status === "rejected");
    expect(refused.map(({ reason }) => [reason.code, reason.retryAfter])).toEqual(Array.from({ length: 10 }, () => ["unavailable", 3]));
  });

  it("takes no place when the look rejects, and skips the look when the queue is full", async () => {
    let looks = 0;
    const look = () => {
      looks += 1;
      return Promise.reject(new AppError("too_many_requests", "Too many."));
    };
    const refused = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => withPasswordTurn(`${index}`, look, nothing)));
    expect(refused.filter(({ status }) => status === "rejected")).toHaveLength(300);
    expect(looks).toBe(300);
    const storm = Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(null, "guess")));
    await expect(withPasswordTurn("late", look, nothing)).rejects.toMatchObject({ code: "unavailable" });
    expect(looks).toBe(300);
    await storm;
  });
});
