import pg from "pg";
import { describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { db, pool } from "@/lib/db";
import { env } from "@/lib/env";
import { attempt, attempts, countPairs, newEmail, password } from "./sign-in-attempts";

describe("the limits on sign-in", () => {
  it("stop whoever guesses, also with the right password, but not the person elsewhere", async () => {
    const email = await newEmail();
    expect(
      new Set(
        await attempts(
          10,
          () => email,
          () => "198.51.100.1",
        ),
      ),
    ).toEqual(new Set([401]));
    const stopped = await attempt(email, "198.51.100.1", password);
    expect(stopped.status).toBe(429);
    expect(await stopped.json()).toMatchObject({ message: "Too many sign-in attempts. Please try again later." });
    const seconds = Number(stopped.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await attempt(email, "203.0.113.1", password)).status).toBe(200);
  });

  it("stop guesses made all at once just the same", async () => {
    const email = await newEmail();
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(email, "198.51.100.2")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("count an unknown address like a known one", async () => {
    expect(
      (
        await attempts(
          11,
          () => "nobody@example.com",
          () => "198.51.100.3",
        )
      ).at(-1),
    ).toBe(429);
  });

  it("count addresses of one IPv6 network together", async () => {
    const email = await newEmail();
    expect(
      (
        await attempts(
          11,
          () => email,
          (index) => `2001:db8:1:2::${index}`,
        )
      ).at(-1),
    ).toBe(429);
    expect((await attempt(email, "2001:db8:1:3::1", password)).status).toBe(200);
  });

  it("are forgotten with the right password", async () => {
    const email = await newEmail();
    for (let round = 0; round < 3; round += 1) {
      await attempts(
        9,
        () => email,
        () => "198.51.100.4",
      );
      expect((await attempt(email, "198.51.100.4", password)).status).toBe(200);
    }
  });

  it("let a window end by itself: attempts that were refused do not prolong it", async () => {
    const email = await newEmail();
    await attempts(
      11,
      () => email,
      () => "198.51.100.5",
    );
    const ends = await db().rateLimit.findMany({ orderBy: { key: "asc" } });
    await attempts(
      3,
      () => email,
      () => "198.51.100.5",
    );
    expect((await db().rateLimit.findMany({ orderBy: { key: "asc" } })).map(({ key, expire }) => [key, expire])).toEqual(
      ends.map(({ key, expire }) => [key, expire]),
    );
    await db().rateLimit.updateMany({ data: { expire: Date.now() - 1 } });
    expect((await attempt(email, "198.51.100.5", password)).status).toBe(200);
  });

  it("bound what one network may try at many accounts", async () => {
    // As if 99 guesses at other accounts had been made: nobody should wait for them to be hashed.
    const email = await newEmail();
    await attempt("first@example.com", "198.51.100.6");
    await db().rateLimit.updateMany({ where: { key: { startsWith: "sign-in-network" }, points: 1 }, data: { points: 99 } });
    expect((await attempt("second@example.com", "198.51.100.6")).status).toBe(401);
    expect((await attempt(email, "198.51.100.6", password)).status).toBe(429);
    expect((await attempt(email, "203.0.113.6", password)).status).toBe(200);
  });

  it("leave a network its share when one account is guessed at from it", async () => {
    const email = await newEmail();
    await attempts(
      120,
      (index) => (index < 119 ? "somebody@example.com" : email),
      () => "198.51.100.7",
    );
    expect((await attempt(email, "198.51.100.7", password)).status).toBe(200);
  });

  it("do not count what was never looked at", async () => {
    const email = await newEmail();
    const before = await countPairs();
    // So many wait for their turn that hardly any of these gets one.
    const storm = Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(null, "storm")));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(email, `203.0.113.${index}`)));
    await storm;
    const turnedAway = answers.filter(({ status }) => status === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const answer of turnedAway) expect(answer.headers.get("retry-after")).toBe("3");
    const looked = answers.filter(({ status }) => status === 401).length;
    expect((await countPairs()) - before).toBe(looked);
  });

  it("refuse without writing anything", async () => {
    const email = await newEmail();
    const [from, guessed] = [() => "198.51.100.8", () => email];
    await attempts(10, guessed, from);
    // Every write of a row, be it the same as before, gives it another transaction.
    const rows = () => db().$queryRaw`SELECT key, points, expire, xmin::text FROM rate_limit ORDER BY key`;
    const before = await rows();
    expect(await attempts(5, guessed, from)).toEqual([429, 429, 429, 429, 429]);
    expect(await rows()).toEqual(before);
  });

  it("let one network that is refused turn nobody else away", async () => {
    const email = await newEmail();
    await attempts(
      10,
      () => "somebody-else@example.com",
      () => "198.51.100.9",
    );
    const flood = Promise.all(Array.from({ length: 200 }, () => attempt("somebody-else@example.com", "198.51.100.9")));
    const honest = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(email, `203.0.113.${100 + index}`, password)));
    expect(honest.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([429]));
  });

  it("let one network that guesses at many accounts turn nobody else away", async () => {
    const email = await newEmail();
    const flood = Promise.all(Array.from({ length: 130 }, (_, index) => attempt(`many-${index}@example.com`, "198.51.100.10")));
    const honest = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(email, `203.0.113.${120 + index}`, password)));
    expect(honest.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const answers = (await flood).map(({ status }) => status);
    expect([401, 429].map((status) => answers.filter((answer) => answer === status).length)).toEqual([100, 30]);
  });

  it("leave connections to others when all that is counted waits", async () => {
    const email = await newEmail();
    await attempt(email, "198.51.100.11");
    const holder = new pg.Client(env().databaseUrl);
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM rate_limit WHERE key LIKE 'sign-in-account%' FOR UPDATE");
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => attempt(email, `203.0.113.${140 + index}`)));
    const countWaiting = async () =>
      (await holder.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")).rowCount;
    await expect.poll(countWaiting, { timeout: 5_000 }).toBeGreaterThan(2);
    // With all connections taken this one would wait for one until it gives up.
    await expect(pool().query("SELECT 1")).resolves.toMatchObject({ rowCount: 1 });
    await holder.query("ROLLBACK");
    await holder.end();
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([401]));
  });
});
