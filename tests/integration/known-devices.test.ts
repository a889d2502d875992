import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { trustDevice } from "@/lib/accounts/sessions/device";
import { db } from "@/lib/db/client";
import { signTicket } from "@/lib/maps/policy";
import { attempt, attempts, newEmail, password, setPoints, trustedDevice } from "./sign-in-attempts";

describe("a known device", () => {
  it("can sign in while its account and network are rate limited", async () => {
    const email = await newEmail();
    const cookie = await trustedDevice(email);
    await attempts(
      10,
      () => email,
      () => "198.51.100.20",
    );
    await setPoints(1_000);
    expect((await attempt(email, "198.51.100.20", password)).status).toBe(429);
    expect((await attempt(email, "203.0.113.200", password)).status).toBe(429);
    expect((await attempt(email, "198.51.100.20", password, cookie)).status).toBe(200);
    await db().rateLimit.deleteMany();
  });

  it("is rate limited separately from other devices", async () => {
    const email = await newEmail();
    const [one, other] = [await trustedDevice(email), await trustedDevice(email)];
    for (let guess = 0; guess < 10; guess += 1) expect((await attempt(email, `198.51.100.${guess}`, "wrong", one)).status).toBe(401);
    const stopped = await attempt(email, "203.0.113.21", password, one);
    expect([stopped.status, Number(stopped.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await attempt(email, "203.0.113.21", password, other)).status).toBe(200);
    expect((await attempt(email, "203.0.113.21", password)).status).toBe(200);
  });

  it("receives a new cookie with each sign-in, which resets its failed attempts", async () => {
    const email = await newEmail();
    let cookie = await trustedDevice(email);
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 9; guess += 1) await attempt(email, "198.51.100.22", "wrong", cookie);
      const answer = await attempt(email, "198.51.100.22", password, cookie);
      const renewed = answer.headers.getSetCookie()[1]?.split(";")[0] ?? "";
      expect([answer.status, renewed === cookie]).toEqual([200, false]);
      cookie = renewed;
    }
  });

  it("is known only for its own account", async () => {
    const [email, other] = [await newEmail(), await newEmail()];
    const cookie = await trustedDevice(email);
    for (const target of [other, "missing@example.com"]) {
      const address = target === other ? "198.51.100.23" : "198.51.100.24";
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) statuses.push((await attempt(target, address, "wrong", cookie)).status);
      expect(statuses.at(-1)).toBe(429);
    }
  });

  it("is unknown after a change of the password", async () => {
    const email = await newEmail();
    const cookie = await trustedDevice(email);
    const { id } = await db().account.update({ where: { email }, data: { passwordHash: await hashPassword("a newer one") } });
    await setPoints(1_000);
    expect((await attempt(email, "198.51.100.25", "a newer one", cookie)).status).toBe(429);
    const renewed = (await trustDevice(id)).split(";")[0];
    expect((await attempt(email, "198.51.100.25", "a newer one", renewed)).status).toBe(200);
    await db().rateLimit.deleteMany();
  });

  it.each([
    ["a modified device token", (token: string) => token.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
    ["a truncated device token", (token: string) => token.slice(0, -1)],
    ["a session token", () => "eyJhbGciOiJIUzI1NiJ9.e30.AAAA"],
    ["a map ticket", () => signTicket({ account: randomUUID(), session: randomUUID(), project: randomUUID(), scope: "x" }, Date.now())],
    ["an empty value", () => ""],
    ["garbage", () => "%00.%ff"],
  ])("is not recognized with %s", async (_, spoil) => {
    const email = await newEmail();
    const [name, token = ""] = (await trustedDevice(email)).split(/=(.*)/);
    await setPoints(1_000);
    expect((await attempt(email, "203.0.113.26", password, `${name}=${spoil(token)}`)).status).toBe(429);
    expect((await attempt(email, "203.0.113.26", password, `${name}=${spoil(token)}; ${name}=${token}`)).status).toBe(200);
    await db().rateLimit.deleteMany();
  });

  it("is recognized among cookies that other pages of the host have set, up to a limit", async () => {
    const email = await newEmail();
    const cookie = await trustedDevice(email);
    const [name] = cookie.split("=");
    const planted = (count: number) => Array.from({ length: count }, (_, index) => `${name}=planted-${index}`);
    await setPoints(1_000);
    expect((await attempt(email, "203.0.113.29", password, [cookie, ...planted(4)].join("; "))).status).toBe(429);
    expect((await attempt(email, "203.0.113.29", password, [...planted(100), cookie, ...planted(3)].join("; "))).status).toBe(200);
    await db().rateLimit.deleteMany();
  });

  it("is unknown after its cookie has expired", async () => {
    const email = await newEmail();
    const cookie = await trustedDevice(email);
    await setPoints(1_000);
    const inAYear = Date.now() + 366 * 86_400_000;
    vi.useFakeTimers({ now: inAYear, toFake: ["Date"] });
    try {
      await db().rateLimit.updateMany({ data: { expire: inAYear + 3_600_000 } });
      expect((await attempt(email, "203.0.113.27", password, cookie)).status).toBe(429);
    } finally {
      vi.useRealTimers();
    }
    await db().rateLimit.deleteMany();
  });

  it("receives the same response for existing and missing accounts", async () => {
    const email = await newEmail();
    await trustedDevice(email);
    await attempts(
      10,
      () => email,
      () => "198.51.100.28",
    );
    await attempts(
      10,
      () => "never-was@example.com",
      () => "198.51.100.28",
    );
    const [known, unknown] = [await attempt(email, "198.51.100.28"), await attempt("never-was@example.com", "198.51.100.28")];
    expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()]);
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    expect(known.headers.getSetCookie()).toEqual([]);
  });

  it("loses its cookie when the account is deleted", async () => {
    expect(await trustDevice(randomUUID())).toBe("sea-vision.device=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  });
});

it("rate limit keys contain no names, addresses or devices", async () => {
  const email = await newEmail();
  await attempt(email, "198.51.100.30");
  await attempt(email, "198.51.100.30", "wrong", await trustedDevice(email));
  const rows = await db().rateLimit.findMany();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^sign-in-(device|network|pair|account):[\w-]{43}$/);
});
