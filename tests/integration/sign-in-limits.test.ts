import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { createAccount } from "@/lib/accounts/mutations";
import { hashPassword, verifyPassword } from "@/lib/accounts/passwords";
import { db } from "@/lib/db";
import { signTicket } from "@/lib/maps/policy";
import { trustDevice } from "@/lib/sessions/device";
import { requestTo } from "../setup/signed-in";

const password = "the right one";
let made = 0;

async function newEmail(): Promise<string> {
  made += 1;
  const email = `person-${made}@example.com`;
  await createAccount({ role: "user", name: "Person", email, password });
  return email;
}

function attempt(email: string, address: string, guess = "wrong", cookie = ""): Promise<Response> {
  const headers = { "x-sea-vision-client-address": address, cookie };
  return login(requestTo("/api/auth/login", { method: "POST", body: { email, password: guess }, headers }));
}

/** The Cookie header of a browser that has just signed in, on a network of its own. */
async function trustedDevice(email: string): Promise<string> {
  made += 1;
  const answer = await attempt(email, `192.0.2.${made}`, password);
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toEqual([expect.stringMatching(/^sea-vision\.session=/), expect.stringMatching(/^sea-vision\.device=/)]);
  return cookies[1]?.split(";")[0] ?? "";
}

/** As if so many had failed before: nobody should wait for them to be hashed. */
async function setPoints(points: number): Promise<void> {
  await db().rateLimit.updateMany({ where: { key: { startsWith: "sign-in-account" } }, data: { points, expire: Date.now() + 3_600_000 } });
}

/** Accounts and networks with attempts that count. */
function countPairs(): Promise<number> {
  return db().rateLimit.count({ where: { key: { startsWith: "sign-in-pair" }, points: { gt: 0 } } });
}

async function attempts(count: number, email: (index: number) => string, address: (index: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt(email(index), address(index))).status);
  return statuses;
}

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
});

describe("a device on which somebody has signed in", () => {
  it("lets its holder in, however many have failed elsewhere and on its own network", async () => {
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

  it("is stopped by itself, and stops nobody else", async () => {
    const email = await newEmail();
    const [one, other] = [await trustedDevice(email), await trustedDevice(email)];
    for (let guess = 0; guess < 10; guess += 1) expect((await attempt(email, `198.51.100.${guess}`, "wrong", one)).status).toBe(401);
    const stopped = await attempt(email, "203.0.113.21", password, one);
    expect([stopped.status, Number(stopped.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await attempt(email, "203.0.113.21", password, other)).status).toBe(200);
    expect((await attempt(email, "203.0.113.21", password)).status).toBe(200);
  });

  it("gets a new sign with each sign-in, and is forgiven what was mistyped before", async () => {
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

  it("is known for its own account alone", async () => {
    const [email, other] = [await newEmail(), await newEmail()];
    const cookie = await trustedDevice(email);
    for (const target of [other, "nobody-here@example.com"]) {
      const address = target === other ? "198.51.100.23" : "198.51.100.24";
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) statuses.push((await attempt(target, address, "wrong", cookie)).status);
      expect(statuses.at(-1)).toBe(429);
    }
  });

  it("is a stranger again once the password is another", async () => {
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
    ["a sign with a letter changed", (sign: string) => sign.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
    ["a sign cut short", (sign: string) => sign.slice(0, -1)],
    ["a session's token", () => "eyJhbGciOiJIUzI1NiJ9.e30.AAAA"],
    ["a map's ticket", () => signTicket({ account: randomUUID(), session: randomUUID(), project: randomUUID(), scope: "x" }, Date.now())],
    ["nothing", () => ""],
    ["garbage", () => "%00.%ff"],
  ])("is not taken for one that brings %s", async (_, spoil) => {
    const email = await newEmail();
    const [name, sign = ""] = (await trustedDevice(email)).split(/=(.*)/);
    await setPoints(1_000);
    expect((await attempt(email, "203.0.113.26", password, `${name}=${spoil(sign)}`)).status).toBe(429);
    expect((await attempt(email, "203.0.113.26", password, `${name}=${spoil(sign)}; ${name}=${sign}`)).status).toBe(200);
    await db().rateLimit.deleteMany();
  });

  it("is not taken for one when its sign has expired", async () => {
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

  it("is told nothing about who has an account", async () => {
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

  it("loses its sign with the account", async () => {
    expect(await trustDevice(randomUUID())).toBe("sea-vision.device=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });
});

it("stores nothing that names a person, an address or a device", async () => {
  const rows = await db().rateLimit.findMany();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^sign-in-(device|network|pair|account):[\w-]{43}$/);
});
