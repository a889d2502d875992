import { randomUUID } from "node:crypto";
import { type APIRequestContext, type APIResponse, expect, test } from "@playwright/test";
import { firstSignIn } from "../setup/first-sign-in";

/**
 * Sessions of the running product: API, NextAuth and pages share one cookie.
 * Integration tests cover single handlers. NextAuth and redirects need a running Next.js server.
 */

const user = () => firstSignIn("user");

/** Returns the origin header that a page sends. Requests of Playwright lack it. */
function asPage(baseURL: string | undefined): { headers: Record<string, string> } {
  return { headers: { origin: baseURL ?? "" } };
}

async function csrfToken(request: APIRequestContext): Promise<string> {
  return (await (await request.get("/api/auth/csrf")).json()).csrfToken;
}

async function nextAuth(request: APIRequestContext, action: string, form: Record<string, string>, headers = {}): Promise<APIResponse> {
  const csrf = await csrfToken(request);
  return request.post(`/api/auth/${action}`, { form: { csrfToken: csrf, json: "true", ...form }, headers, maxRedirects: 0 });
}

async function nextAuthSession(request: APIRequestContext): Promise<unknown> {
  const answer = await request.get("/api/auth/session");
  expect(answer.status()).toBe(200);
  return answer.json();
}

test.describe("NextAuth and the session API", () => {
  test("share sessions: each ends the sessions of the other", { tag: "@main" }, async ({ request, baseURL }) => {
    const { email } = user();
    const signedIn = await request.post("/api/auth/login", { data: user(), ...asPage(baseURL) });
    expect(signedIn.status()).toBe(200);
    const { token } = await signedIn.json();
    expect(await nextAuthSession(request)).toEqual({
      user: { _id: expect.any(String), name: expect.any(String), fullName: expect.any(String), email, role: "user" },
      expires: expect.stringMatching(/Z$/),
    });
    const { cookies } = await request.storageState();
    expect(cookies.filter(({ name }) => name.endsWith("sea-vision.session")).map(({ value }) => value)).toEqual([token]);

    expect((await nextAuth(request, "signout", {}, asPage(baseURL).headers)).status()).toBe(200);
    expect((await request.get("/api/auth/me", { headers: { authorization: `Bearer ${token}` } })).status()).toBe(401);

    expect((await nextAuth(request, "callback/credentials", user(), asPage(baseURL).headers)).status()).toBe(200);
    expect(await (await request.get("/api/auth/me")).json()).toMatchObject({ user: { email } });

    expect((await request.post("/api/auth/logout", asPage(baseURL))).status()).toBe(200);
    expect(await nextAuthSession(request)).toEqual({});
  });

  test("reject a session that another client has ended", async ({ request, playwright, baseURL }) => {
    const { token } = await (await request.post("/api/auth/login", { data: user(), ...asPage(baseURL) })).json();
    const elsewhere = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    expect((await elsewhere.post("/api/auth/logout")).status()).toBe(200);
    await elsewhere.dispose();
    expect(await nextAuthSession(request)).toEqual({});
  });

  test("reject wrong passwords, foreign origins and requests without a CSRF token", async ({ request, baseURL }) => {
    const page = asPage(baseURL).headers;
    const wrong = await nextAuth(request, "callback/credentials", { email: user().email, password: "wrong" }, page);
    expect(wrong.status()).toBe(401);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await nextAuth(request, "callback/credentials", user(), foreign)).status()).toBe(403);
    const withoutToken = await request.post("/api/auth/callback/credentials", { form: user(), headers: page, maxRedirects: 0 });
    expect(withoutToken.headers().location).toContain("/signin?csrf=true");
    expect(await nextAuthSession(request)).toEqual({});
  });

  test("share the limit of failed sign-in attempts", async ({ request, baseURL }) => {
    const guess = { email: `person-${randomUUID()}@example.com`, password: "wrong" };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const answer =
        attempt % 2 === 0
          ? await nextAuth(request, "callback/credentials", guess, asPage(baseURL).headers)
          : await request.post("/api/auth/login", { data: guess, ...asPage(baseURL) });
      statuses.push(answer.status());
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

const garbage: { name: string; path: string; status: number; method?: string; headers?: Record<string, string>; data?: Buffer }[] = [
  ...["a.b.c", "%00", "%zz", '"'].map((cookie) => {
    return { name: `the cookie ${cookie}`, path: "session", status: 200, headers: { cookie: `sea-vision.session=${cookie}` } };
  }),
  { name: "an invalid callback URL", path: "session?callbackUrl=%00", status: 400 },
  { name: "a cookie with an invalid callback URL", path: "session", status: 400, headers: { cookie: "sea-vision.callback=::" } },
  {
    name: "a body that is not JSON",
    path: "callback/credentials",
    status: 400,
    headers: { "content-type": "application/json" },
    data: Buffer.from("{"),
  },
  { name: "a request to the log route", path: "_log", status: 404, data: Buffer.from("level=error&code=x") },
  { name: "a HEAD request", path: "session", status: 200, method: "HEAD" },
  { name: "a session update without a CSRF token", path: "session", status: 400, data: Buffer.from("a=b") },
  { name: "an unknown action", path: "verify-request", status: 404 },
];

for (const { name, path, status, method = "GET", headers, data } of garbage) {
  test(`NextAuth returns ${status} for ${name}`, async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL });
    const answer = await request.fetch(`/api/auth/${path}`, { method: data ? "POST" : method, headers, data });
    expect(answer.status()).toBe(status);
    if (status >= 400) expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) });
    await request.dispose();
  });
}

test.describe("the pages", () => {
  const location = async (request: APIRequestContext, path: string, headers = {}) => {
    return (await request.get(path, { maxRedirects: 0, headers })).headers().location;
  };

  test("redirect visitors to the sign-in screen and wrong roles to /, whatever headers they send", async ({ request, baseURL }) => {
    const guises: Record<string, string>[] = [
      {},
      { rsc: "1", "next-router-prefetch": "1" },
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    ];
    for (const headers of guises) {
      expect(await location(request, "/dashboard", headers)).toContain("/?next=%2Fdashboard");
      expect(await location(request, "/projects?a=b", headers)).toContain("/?next=%2Fprojects%3Fa%3Db");
    }
    await request.post("/api/auth/login", { data: user(), ...asPage(baseURL) });
    for (const headers of guises) {
      for (const path of ["/users", "/admin-management", "/file-manager"]) expect(await location(request, path, headers)).toMatch(/\/$/);
    }
    expect(await location(request, "/login")).toContain("/dashboard");
  });

  test("lead a user with an ended session to the sign-in screen without a redirect loop", async ({ request, playwright, baseURL }) => {
    const { token } = await (await request.post("/api/auth/login", { data: user(), ...asPage(baseURL) })).json();
    const elsewhere = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    await elsewhere.post("/api/auth/logout");
    await elsewhere.dispose();
    expect(await location(request, "/dashboard")).toContain("/?next=%2Fdashboard");
    expect((await request.get("/login", { maxRedirects: 0 })).status()).toBe(200);
    expect((await request.get("/", { maxRedirects: 0 })).status()).toBe(200);
  });
});
