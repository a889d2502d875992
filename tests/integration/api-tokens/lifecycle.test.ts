import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountApiToken, ApiTokenSummary } from "@/lib/accounts/api-tokens/schema";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { createApiToken, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOKENS = "/api/auth/tokens";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "debug" });
});
afterAll(() => product.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const create = (by: SignedIn, body: unknown) => product.ask(TOKENS, { method: "POST", headers: by.bearer, body });
const readable = { name: "Nightly build", scope: "read", expiresInDays: 30 };

async function created(by: SignedIn, body: unknown = readable): Promise<{ token: string; apiToken: ApiTokenSummary }> {
  const answer = await create(by, body);
  expect(answer.status).toBe(201);
  return JSON.parse(answer.body) as { token: string; apiToken: ApiTokenSummary };
}

async function statusOf(token: string, path = "/api/auth/me", method = "GET"): Promise<number> {
  return (await product.ask(path, { method, headers: bearer(token) })).status;
}

async function listed(by: SignedIn): Promise<ApiTokenSummary[]> {
  return (JSON.parse((await product.ask(TOKENS, { headers: by.bearer })).body) as { tokens: ApiTokenSummary[] }).tokens;
}

const eventsOf = (targetId: string) =>
  db().auditEvent.findMany({
    where: { targetId },
    orderBy: { at: "asc" },
    select: { action: true, actorId: true, targetName: true, details: true },
  });

describe("POST /api/auth/tokens", () => {
  it("returns a token with the prefix of Sea-Vision and 256 random bits, which works as bearer", async () => {
    const admin = await signedIn("admin");
    const { token, apiToken } = await created(admin);
    expect(token).toMatch(/^sv_[\w-]{43}$/);
    expect(apiToken).toEqual({ ...apiToken, name: "Nightly build", scope: "read", projects: [], lastUsedAt: null });
    expect(Date.parse(apiToken.expiresAt) - Date.parse(apiToken.createdAt)).toBeGreaterThan(30 * DAY_MS - 10_000);
    expect(await statusOf(token)).toBe(200);
  });

  it("stores the hash of the token only", async () => {
    const { token, apiToken } = await created(await signedIn("user"));
    const row = await db().apiToken.findUniqueOrThrow({ where: { id: apiToken._id } });
    expect(row.tokenHash).toBe(createHash("sha256").update(token).digest("base64url"));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await eventsOf(apiToken._id))).not.toContain(token);
  });

  it("records who created it, with scope, projects and expiry", async () => {
    const admin = await signedIn("admin");
    const project = await createProject(null);
    const { apiToken } = await created(admin, { ...readable, scope: "publish", projectIds: [project.id, project.id.toUpperCase()] });
    expect(apiToken.projects).toEqual([{ _id: project.id, name: project.name }]);
    const details = { scope: "publish", expiresAt: apiToken.expiresAt, projects: [{ _id: project.id, name: project.name }] };
    expect(await eventsOf(apiToken._id)).toEqual([
      { action: "token.created", actorId: admin.account.id, targetName: "Nightly build", details },
    ]);
  });

  it.each([
    ["without a name", { ...readable, name: " " }],
    ["without a scope", { ...readable, scope: undefined }],
    ["without an expiry", { ...readable, expiresInDays: undefined }],
    ["for no day", { ...readable, expiresInDays: 0 }],
    ["for more than a year", { ...readable, expiresInDays: 366 }],
    ["to publish nowhere", { ...readable, scope: "publish" }],
    ["to publish to a missing project", { ...readable, scope: "publish", projectIds: ["00000000-0000-4000-8000-000000000000"] }],
    ["to read in chosen projects", { ...readable, projectIds: ["00000000-0000-4000-8000-000000000000"] }],
  ])("returns 400 for a token %s", async (_what, body) => {
    const admin = await signedIn("admin");
    expect((await create(admin, body)).status).toBe(400);
    expect(await listed(admin)).toEqual([]);
  });

  it("returns 409 for more than 100 tokens of an account", async () => {
    const user = await signedIn("user");
    await Promise.all(Array.from({ length: 100 }, () => createApiToken(user.account.id, "read")));
    expect((await create(user, readable)).status).toBe(409);
  });
});

describe("GET /api/auth/tokens", () => {
  it("lists the viewer's own tokens, the newest first, without the tokens themselves", async () => {
    const user = await signedIn("user");
    await createApiToken((await signedIn("user")).account.id, "read");
    const [first, second] = [await created(user), await created(user, { ...readable, name: "Second", scope: "everything" })];
    expect(await listed(user)).toEqual([second.apiToken, first.apiToken]);
  });
});

describe("an API token", () => {
  it("returns 401 at once after it is revoked", async () => {
    const user = await signedIn("user");
    const { token, apiToken } = await created(user);
    expect(await statusOf(token)).toBe(200);
    const path = `${TOKENS}/${apiToken._id}`;
    expect((await product.ask(path, { method: "DELETE", headers: user.bearer })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect((await product.ask(path, { method: "DELETE", headers: user.bearer })).status).toBe(404);
    const [, revoked] = await eventsOf(apiToken._id);
    expect(revoked).toMatchObject({
      action: "token.revoked",
      actorId: user.account.id,
      details: { scope: "read", account: user.account.email },
    });
  });

  it("returns 401 at once after it expires", async () => {
    const { token, apiToken } = await created(await signedIn("user"));
    await db().apiToken.update({ where: { id: apiToken._id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await statusOf(token)).toBe(401);
  });

  it("returns 401 at once after its account is deleted", async () => {
    const [admin, user] = [await signedIn("admin"), await signedIn("user")];
    const { token, apiToken } = await created(user);
    expect((await product.ask(`/api/user/delete/${user.account.id}`, { method: "DELETE", headers: admin.bearer })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await db().apiToken.count({ where: { id: apiToken._id } })).toBe(0);
  });

  it("has the role that its account has now", async () => {
    const admin = await signedIn("admin");
    const { token } = await created(admin, { ...readable, scope: "everything" });
    expect(await statusOf(token, "/api/user/all")).toBe(200);
    await db().account.update({ where: { id: admin.account.id }, data: { role: "user" } });
    expect(await statusOf(token, "/api/user/all")).toBe(403);
    expect(await statusOf(token)).toBe(200);
  });

  it("goes on when its account signs out, so that programs do not depend on a device", async () => {
    const user = await signedIn("user");
    const { token } = await created(user);
    expect((await product.ask("/api/auth/logout", { method: "POST", headers: user.bearer })).status).toBe(200);
    expect(await statusOf(token)).toBe(200);
  });

  it.each([
    ["another last letter", (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
    ["upper case", (token: string) => token.toUpperCase()],
    ["a missing letter", (token: string) => token.slice(0, -1)],
    ["another prefix", (token: string) => token.replace("sv_", "sw_")],
    ["its own hash", (token: string) => createHash("sha256").update(token).digest("base64url")],
  ])("returns 401 with %s", async (_what, change) => {
    const { token } = await created(await signedIn("user"));
    expect(await statusOf(change(token))).toBe(401);
  });

  it("is not accepted in the cookie of a session", async () => {
    const { token } = await created(await signedIn("superadmin"), { ...readable, scope: "everything" });
    const headers = { cookie: `sea-vision.session=${token}`, "sec-fetch-site": "same-origin" };
    expect((await product.ask("/api/auth/me", { headers })).status).toBe(401);
    expect((await product.ask("/projects", { headers })).headers.location).toBe("/?next=%2Fprojects");
    expect((await product.ask("/api/auth/session", { headers })).body).toBe("{}");
  });

  it("stores its last use at most once a minute", async () => {
    const user = await signedIn("user");
    const { token, apiToken } = await created(user);
    const lastUse = async () => (await db().apiToken.findUniqueOrThrow({ where: { id: apiToken._id } })).lastUsedAt;
    expect(await statusOf(token)).toBe(200);
    await until("the first use is stored", async () => (await lastUse()) !== null);
    const first = new Date(Date.now() - 50_000);
    await db().apiToken.update({ where: { id: apiToken._id }, data: { lastUsedAt: first } });
    await statusOf(token);
    expect(await lastUse()).toEqual(first);
    await db().apiToken.update({ where: { id: apiToken._id }, data: { lastUsedAt: new Date(Date.now() - 61_000) } });
    await statusOf(token);
    await until("the later use is stored", async () => ((await lastUse()) ?? first) > first);
  });

  it("is in no line of the log", async () => {
    const { token } = await created(await signedIn("user"));
    await product.ask(`/api/auth/me?token=${token}`, { headers: bearer(token) });
    await product.ask(`/projects/${token}`, { headers: bearer(token) });
    await until("the requests are logged", () => product.logged.some((line) => line.includes("/api/auth/me")));
    expect(product.logged.join("\n")).not.toContain(token);
  });
});

describe("superadmins", () => {
  it("find and revoke the tokens of every account", async () => {
    const [superadmin, user] = [await signedIn("superadmin"), await signedIn("user")];
    const { token, apiToken } = await created(user);
    const answer = await product.ask(`/api/superadmin/api-tokens?limit=10&search=${user.account.email}`, { headers: superadmin.bearer });
    const { tokens, total } = JSON.parse(answer.body) as { tokens: AccountApiToken[]; total: number };
    const { id: _id, name, email, role } = user.account;
    expect([tokens, total]).toEqual([[{ ...apiToken, account: { _id, name, email, role } }], 1]);
    expect((await product.ask(`${TOKENS}/${apiToken._id}`, { method: "DELETE", headers: superadmin.bearer })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    const [, revoked] = await eventsOf(apiToken._id);
    expect(revoked).toMatchObject({ actorId: superadmin.account.id, details: { account: user.account.email } });
  });

  it("get the tokens in pages", async () => {
    const superadmin = await signedIn("superadmin");
    const made: string[] = [];
    for (let number = 0; number < 3; number += 1) made.push((await createApiToken(superadmin.account.id, "read")).id);
    const found: string[] = [];
    let cursor = "";
    do {
      const query = new URLSearchParams({ limit: "2", search: superadmin.account.email, ...(cursor && { cursor }) });
      const answer = await product.ask(`/api/superadmin/api-tokens?${query}`, { headers: superadmin.bearer });
      const { tokens, nextCursor } = JSON.parse(answer.body) as { tokens: AccountApiToken[]; nextCursor: string | null };
      found.push(...tokens.map(({ _id }) => _id));
      cursor = nextCursor ?? "";
    } while (cursor);
    expect(found).toEqual(made.reverse());
  });
});
