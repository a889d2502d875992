import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { Question } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { newPerson, PASSWORD, WRONG_PASSWORD } from "../../authorization/world";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

let addresses = 0;

/** Returns a client address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

function askFrom(address: string, path: string, { headers, ...question }: Question = {}) {
  return product.ask(path, { ...question, headers: { "x-forwarded-for": address, ...headers } });
}

type Where = NonNullable<Parameters<ReturnType<typeof db>["auditEvent"]["findMany"]>[0]>["where"];

/** Waits for events, because they are written after the answer. */
async function eventsWhere(where: Where, count = 1) {
  await until("the events are written", async () => (await db().auditEvent.count({ where })) >= count);
  return db().auditEvent.findMany({ where, orderBy: { id: "asc" }, omit: { id: true, at: true } });
}

const by = ({ account }: SignedIn) => ({ actorId: account.id, actorEmail: account.email });

describe("the event of a refused request", () => {
  it("names account, address, route and reason when the role may not call the route", async () => {
    const [user, address] = [await signedIn("user"), newAddress()];
    expect((await askFrom(address, "/api/user/all?search=query-secret", { headers: user.bearer })).status).toBe(403);
    expect(await eventsWhere(by(user))).toEqual([
      {
        ...by(user),
        action: "access.refused",
        targetType: "route",
        targetId: null,
        targetName: "GET /api/user/all",
        address,
        credential: { kind: "session", _id: user.session.id, name: "Unknown device" },
        details: { reason: "Only administrators may do this.", requestId: expect.any(String) },
      },
    ]);
  });

  it("is written for a handler outside of Next, with the pattern of its path", async () => {
    const [admin, id] = [await signedIn("admin"), randomUUID()];
    const answer = await askFrom(newAddress(), `/api/file-management/download/${id}`, { headers: admin.bearer });
    expect(answer.status).toBe(403);
    const [event] = await eventsWhere(by(admin));
    expect(event).toMatchObject({ action: "access.refused", targetName: "GET /api/file-management/download/[id]" });
    expect(JSON.stringify(event)).not.toContain(id);
  });

  it("is written for a page that redirects another role to the home page", async () => {
    const [admin, address] = [await signedIn("admin"), newAddress()];
    const answer = await askFrom(address, "/audit-log", { headers: { ...admin.browser, accept: "text/html" } });
    expect([answer.status, answer.headers.location]).toEqual([307, "/"]);
    expect(await eventsWhere(by(admin))).toMatchObject([
      { action: "access.refused", targetName: "GET /audit-log", address, details: { reason: "This page is for another role." } },
    ]);
  });

  it("names only the address when another site makes the request without a session", async () => {
    const address = newAddress();
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const body = { email: "jane@example.org", password: WRONG_PASSWORD };
    expect((await askFrom(address, "/api/auth/login", { method: "POST", headers, body })).status).toBe(403);
    expect(await eventsWhere({ address })).toMatchObject([
      {
        action: "access.refused",
        actorId: null,
        actorEmail: null,
        targetName: "POST /api/auth/login",
        details: { reason: "This request was made by another site." },
      },
    ]);
  });

  it("has the reason Too many requests after a rate limit", async () => {
    const [address, body] = [newAddress(), { email: "limited@example.org" }];
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      statuses.push((await askFrom(address, "/api/auth/forgot-password", { method: "POST", body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(await eventsWhere({ address })).toMatchObject([
      {
        action: "access.limited",
        actorId: null,
        targetName: "POST /api/auth/forgot-password",
        details: { reason: "Too many password reset requests. Please try again later." },
      },
    ]);
  });

  it("is written once for an account, a kind and a route, and once more for another route", async () => {
    const user = await signedIn("user");
    const ask = (path: string) => askFrom(newAddress(), path, { headers: user.bearer });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/api/user/all")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    await ask("/api/admin/all");
    const events = await eventsWhere(by(user), 2);
    expect(events.map(({ targetName }) => targetName)).toEqual(["GET /api/user/all", "GET /api/admin/all"]);
  });

  it("is written once for a network without a session", async () => {
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const ask = (address: string) => askFrom(address, "/api/auth/login", { method: "POST", headers, body: {} });
    for (const host of ["1", "2", "3"]) expect((await ask(`2001:db8:77:77::${host}`)).status).toBe(403);
    await ask("2001:db8:77:78::1");
    const events = await eventsWhere({ address: { startsWith: "2001:db8:77:" } }, 2);
    expect(events.map(({ address }) => address)).toEqual(["2001:db8:77:77::1", "2001:db8:77:78::1"]);
  });
});

describe("wrong passwords", () => {
  const change = (who: SignedIn, address: string) =>
    askFrom(address, "/api/user/change-password", {
      method: "POST",
      headers: who.bearer,
      body: { currentPassword: WRONG_PASSWORD, newPassword: `next ${PASSWORD}` },
    });

  it("on a password change are recorded up to the limit, then the limit itself once", async () => {
    const [user, address] = [await newPerson("user"), newAddress()];
    const statuses: number[] = [];
    for (let round = 0; round < 13; round += 1) statuses.push((await change(user, address)).status);
    expect(statuses).toEqual([...new Array(10).fill(400), 429, 429, 429]);
    const events = await eventsWhere(by(user), 11);
    const credential = { kind: "session", _id: user.session.id, name: "Unknown device" };
    const refused = { ...by(user), targetType: "account", targetId: user.account.id, targetName: user.account.email, address, credential };
    expect(events.filter(({ action }) => action === "account.password-refused")).toEqual(
      new Array(10).fill({ ...refused, action: "account.password-refused", details: { role: "user" } }),
    );
    expect(events.filter(({ action }) => action !== "account.password-refused")).toMatchObject([
      { action: "access.limited", targetName: "POST /api/user/change-password" },
    ]);
  });

  it("at sign-in are recorded with the account", async () => {
    const [{ account }, address] = [await newPerson("user"), newAddress()];
    const body = { email: account.email, password: WRONG_PASSWORD };
    expect((await askFrom(address, "/api/auth/login", { method: "POST", body })).status).toBe(401);
    expect(await eventsWhere({ address })).toMatchObject([{ action: "session.refused", targetId: account.id, actorId: null }]);
  });
});

it("an event of a refused request holds no password, token or query string", async () => {
  const events = JSON.stringify(await db().auditEvent.findMany({ omit: { id: true } }));
  expect(events).toContain("access.refused");
  for (const secret of [PASSWORD, WRONG_PASSWORD, "query-secret", "evil.example"]) expect(events).not.toContain(secret);
  expect(events).not.toMatch(/argon2|eyJ/);
});
