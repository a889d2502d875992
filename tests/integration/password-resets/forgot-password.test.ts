import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { newPerson, requestResetEmail } from "./reset-calls";

const MESSAGE = "If an account exists for this address, instructions to reset the password will arrive within minutes.";

afterEach(() => vi.restoreAllMocks());

describe("POST /api/auth/forgot-password", () => {
  it("stores the request with the normalized email and the client address for the worker", async () => {
    const { email } = await newPerson();
    const answer = await requestResetEmail({ email: ` ${email.toUpperCase()} ` }, { "x-sea-vision-client-address": "2001:db8::7" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ message: MESSAGE });
    expect(await db().passwordResetRequest.findMany({ where: { email } })).toMatchObject([{ email, address: "2001:db8::7", attempts: 0 }]);
    expect(await db().passwordReset.count()).toBe(0);
  });

  it("runs the same statements and returns the same response for an unknown email", async () => {
    const run = async (email: string) => {
      const statements: string[] = [];
      const query = vi.spyOn(pg.Client.prototype, "query");
      const answer = await requestResetEmail({ email });
      for (const [first] of query.mock.calls as unknown as [string | { text: string }][]) {
        statements.push(typeof first === "string" ? first : first.text);
      }
      query.mockRestore();
      return { status: answer.status, headers: [...answer.headers], body: await answer.json(), statements };
    };
    const { email } = await newPerson();
    // Prepare statements that run once per connection.
    await requestResetEmail({ email: "first@example.com" });
    const known = await run(email);
    const unknown = await run("unknown@example.com");
    expect(known.statements.length).toBeGreaterThan(3);
    expect(unknown).toEqual(known);
  });

  it.each([
    [{}, "Email address is required."],
    [{ email: "" }, "Email address is required."],
    [{ email: "  " }, "Email address is required."],
    [{ email: null }, "Email address is required."],
    [{ email: "ada@example" }, "Please enter a valid email address."],
    [{ email: "a\u0000@b.co" }, "Please enter a valid email address."],
    ["{", "The body is not valid JSON."],
  ])("returns 400 for %j", async (body, message) => {
    const answer = await requestResetEmail(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  });

  it("returns 415 for forms and 403 to pages of other sites", async () => {
    const body = JSON.stringify({ email: "other-site@example.com" });
    expect((await requestResetEmail(body, { "content-type": "text/plain" })).status).toBe(415);
    expect((await requestResetEmail(body, { "sec-fetch-site": "cross-site", origin: "https://evil.example" })).status).toBe(403);
    // A map on another port of the same host is same-site.
    expect((await requestResetEmail(body, { "sec-fetch-site": "same-site", origin: "http://localhost:3001" })).status).toBe(403);
    expect(await db().passwordResetRequest.count({ where: { email: "other-site@example.com" } })).toBe(0);
  });
});

describe("the rate limits of forgot-password", () => {
  const from = (address: string) => ({ "x-sea-vision-client-address": address });

  async function statuses(count: number, email: () => string, address: (index: number) => string): Promise<number[]> {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await requestResetEmail({ email: email() }, from(address(index)))).status);
    return seen;
  }

  it.each(["known", "unknown"])("apply to a pair of email and network (%s email)", async (kind) => {
    const email = kind === "known" ? (await newPerson()).email : "never-there@example.com";
    const network = kind === "known" ? "2001:db8:1:2" : "2001:db8:1:3";
    expect(await statuses(5, () => email, (index) => `${network}::${index}`)).toEqual([200, 200, 200, 200, 200]); // biome-ignore format: one line
    const stopped = await requestResetEmail({ email }, from(`${network}::99`));
    expect(stopped.status).toBe(429);
    expect(await stopped.json()).toMatchObject({ message: "Too many password reset requests. Please try again later." });
    const seconds = Number(stopped.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await requestResetEmail({ email }, from("203.0.113.1"))).status).toBe(200);
    expect(await db().passwordResetRequest.count({ where: { email } })).toBe(6);
  });

  it("limit the emails to one mailbox from many networks", async () => {
    const { email } = await newPerson();
    const seen = await statuses(12, () => email, (index) => `192.0.2.${index}`); // biome-ignore format: one line
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    const stopped = await requestResetEmail({ email });
    // The wait is no longer than the lifetime of a link, so the user always has a valid link.
    expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(60 * 60);
  });

  it("limit the requests from one network", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => requestResetEmail({ email: `${randomUUID()}@example.com` }, from("192.0.2.200"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
