import pg from "pg";
import { describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { db, pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { attempt, attempts, countPairs, newEmail, password } from "./sign-in-attempts";

describe("the sign-in limits", () => {
  it("reject the right password after ten wrong ones from one network, but not from other networks", async () => {
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

  it("apply to concurrent attempts", async () => {
    const email = await newEmail();
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(email, "198.51.100.2")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("count unknown emails like known ones", async () => {
    expect(
      (
        await attempts(
          11,
          () => "unknown@example.com",
          () => "198.51.100.3",
        )
      ).at(-1),
    ).toBe(429);
  });

  it("count all addresses of one IPv6 network together", async () => {
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

  it("are reset by the right password", async () => {
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

  it("end on time, because rejected attempts do not extend them", async () => {
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

  it("limit the attempts of one network at many accounts", async () => {
    // Simulates 99 attempts at other accounts without hashing passwords.
    const email = await newEmail();
    await attempt("first@example.com", "198.51.100.6");
    await db().rateLimit.updateMany({ where: { key: { startsWith: "sign-in-network" }, points: 1 }, data: { points: 99 } });
    expect((await attempt("second@example.com", "198.51.100.6")).status).toBe(401);
    expect((await attempt(email, "198.51.100.6", password)).status).toBe(429);
    expect((await attempt(email, "203.0.113.6", password)).status).toBe(200);
  });

  it("count attempts at one account only partly against the network", async () => {
    const email = await newEmail();
    await attempts(
      120,
      (index) => (index < 119 ? "another@example.com" : email),
      () => "198.51.100.7",
    );
    expect((await attempt(email, "198.51.100.7", password)).status).toBe(200);
  });

  it("do not count requests that are rejected because the hashing queue is full", async () => {
    const email = await newEmail();
    const before = await countPairs();
    // The queue is so full that almost none of these attempts is verified.
    const storm = Promise.allSettled(Array.from({ length: 150 }, () => verifyPassword(null, "storm")));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt(email, `203.0.113.${index}`)));
    await storm;
    const rejected = answers.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThan(0);
    for (const answer of rejected) expect(answer.headers.get("retry-after")).toBe("3");
    const verified = answers.filter(({ status }) => status === 401).length;
    expect((await countPairs()) - before).toBe(verified);
  });

  it("reject without writing to the database", async () => {
    const email = await newEmail();
    const [from, guessed] = [() => "198.51.100.8", () => email];
    await attempts(10, guessed, from);
    // Every update of a row changes its xmin, even with equal values.
    const rows = () => db().$queryRaw`SELECT key, points, expire, xmin::text FROM rate_limit ORDER BY key`;
    const before = await rows();
    expect(await attempts(5, guessed, from)).toEqual([429, 429, 429, 429, 429]);
    expect(await rows()).toEqual(before);
  });

  it("let other networks sign in during a flood of rejected attempts at one account", async () => {
    const email = await newEmail();
    await attempts(
      10,
      () => "another@example.com",
      () => "198.51.100.9",
    );
    const flood = Promise.all(Array.from({ length: 200 }, () => attempt("another@example.com", "198.51.100.9")));
    const honest = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(email, `203.0.113.${100 + index}`, password)));
    expect(honest.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([429]));
  });

  it("let other networks sign in during a flood of attempts at many accounts", async () => {
    const email = await newEmail();
    const flood = Promise.all(Array.from({ length: 130 }, (_, index) => attempt(`many-${index}@example.com`, "198.51.100.10")));
    const honest = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(email, `203.0.113.${120 + index}`, password)));
    expect(honest.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const answers = (await flood).map(({ status }) => status);
    expect([401, 429].map((status) => answers.filter((answer) => answer === status).length)).toEqual([100, 30]);
  });

  it("leave database connections for other work while rate limit rows are locked", async () => {
    const email = await newEmail();
    await attempt(email, "198.51.100.11");
    const holder = new pg.Client(env().databaseUrl);
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM rate_limit WHERE key LIKE 'sign-in-account%' FOR UPDATE");
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => attempt(email, `203.0.113.${140 + index}`)));
    const countWaiting = async () =>
      (await holder.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")).rowCount;
    await expect.poll(countWaiting).toBeGreaterThan(2);
    // Without free connections, this query would wait until it times out.
    await expect(pool().query("SELECT 1")).resolves.toMatchObject({ rowCount: 1 });
    await holder.query("ROLLBACK");
    await holder.end();
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([401]));
  });
});
