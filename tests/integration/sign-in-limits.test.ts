import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { createAccount } from "@/lib/accounts/mutations";
import { db } from "@/lib/db";
import { requestTo } from "../setup/signed-in";

const password = "the right one";
let made = 0;

async function newEmail(): Promise<string> {
  made += 1;
  const email = `person-${made}@example.com`;
  await createAccount({ role: "user", name: "Person", email, password });
  return email;
}

function attempt(email: string, address: string, guess = "wrong"): Promise<Response> {
  return login(
    requestTo("/api/auth/login", { method: "POST", body: { email, password: guess }, headers: { "x-sea-vision-client-address": address } }),
  );
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

  it("store nothing that names a person or an address", async () => {
    const rows = await db().rateLimit.findMany();
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^sign-in-(network|pair|account):[\w-]{43}$/);
  });
});
