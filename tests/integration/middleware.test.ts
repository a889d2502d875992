import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { PAGE_PATH_HEADER, type Role } from "@/lib/accounts/sessions/schema";
import { signToken, verifyToken } from "@/lib/accounts/sessions/token";
import { db } from "@/lib/db/client";
import { config, middleware } from "@/middleware";
import { signedIn } from "../setup/signed-in";

/** Returns the redirect target, or null when the request reaches the page. */
async function redirectOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await middleware(new NextRequest(`http://localhost:3000${path}`, { headers }));
  const location = answer.headers.get("location");
  return location?.replace("http://localhost:3000", "") ?? null;
}

const toSignIn = (path: string) => `/?next=${encodeURIComponent(path)}`;

describe("the route table of the middleware", () => {
  const rows: [string, Record<Role | "anonymous", "page" | "/" | "sign-in">][] = [
    ["/dashboard", { anonymous: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/projects", { anonymous: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/settings", { anonymous: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/users", { anonymous: "sign-in", user: "/", admin: "page", superadmin: "page" }],
    ["/admin-management", { anonymous: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    ["/file-manager", { anonymous: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    ["/audit-log", { anonymous: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    ["/api-tokens", { anonymous: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    // The pages themselves handle the sign-in screen and unknown paths.
    ["/", { anonymous: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/login", { anonymous: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/no-such-page", { anonymous: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/constructor", { anonymous: "page", user: "page", admin: "page", superadmin: "page" }],
  ];

  const pageOnly = (path: string, variant: string) => (path === "/" ? path : variant);
  const variants: [string, (path: string) => string, Record<string, string>][] = [
    ["as it is", (path) => path, {}],
    ["as RSC", (path) => `${path}?_rsc=1`, { rsc: "1", "next-router-prefetch": "1" }],
    ["as .rsc", (path) => pageOnly(path, `${path}.rsc`), {}],
    ["as a segment", (path) => pageOnly(path, `${path}.segments/_tree.segment.rsc`), {}],
    ["as a subrequest", (path) => path, { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" }],
    ["with an encoded letter", (path) => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`), {}],
    ["with slashes", (path) => pageOnly(path, `/${path}/`), {}],
  ];

  async function cookieOf(caller: string): Promise<Record<string, string>> {
    return caller === "anonymous" ? {} : { cookie: `sea-vision.session=${(await signedIn(caller as Role)).token}` };
  }

  const cases = rows.flatMap(([path, expected]) =>
    variants.map(([manner, toVariant, headers]) => ({ path, expected, manner, toVariant, headers })),
  );

  it.each(cases)("is applied to $path requested $manner", async ({ path, expected, toVariant, headers }) => {
    const location = { page: null, "/": "/", "sign-in": expect.stringMatching(/^\/\?next=%2F/) };
    for (const [caller, outcome] of Object.entries(expected)) {
      expect(await redirectOf(toVariant(path), { ...(await cookieOf(caller)), ...headers })).toEqual(location[outcome]);
    }
  });
});

describe("the middleware", () => {
  it("adds the requested page to the sign-in URL", async () => {
    expect(await redirectOf("/projects?tab=list&q=a%20b")).toBe(toSignIn("/projects?tab=list&q=a%20b"));
  });

  it("sets the path header for the page and ignores a value from the client", async () => {
    const { browser } = await signedIn("user");
    const request = new NextRequest("http://localhost:3000/projects?a=1", {
      headers: { ...browser, [PAGE_PATH_HEADER]: "//evil.example" },
    });
    const answer = await middleware(request);
    expect(answer.headers.get(`x-middleware-request-${PAGE_PATH_HEADER}`)).toBe("/projects?a=1");
  });

  it("ignores a token with an unknown role", async () => {
    const { token } = await signedIn("superadmin");
    const claims = await verifyToken(token);
    if (!claims) throw new Error("Not signed in.");
    const captain = await signToken({ ...claims, role: "captain" as Role });
    for (const path of ["/dashboard", "/users", "/audit-log"]) {
      expect(await redirectOf(path, { cookie: `sea-vision.session=${captain}` })).toBe(toSignIn(path));
    }
    expect(await redirectOf("/", { cookie: `sea-vision.session=${captain}` })).toBeNull();
  });

  it.each(["garbage", "a.b.c", "%00", ""])("ignores the invalid session cookie %j", async (token) => {
    expect(await redirectOf("/dashboard", { cookie: `sea-vision.session=${token}` })).toBe(toSignIn("/dashboard"));
  });

  it("lets a user with an ended session reach the sign-in screen, so there is no redirect loop", async () => {
    const { session, browser } = await signedIn("user");
    await db().session.delete({ where: { id: session.id } });
    expect(await redirectOf("/login", browser)).toBeNull();
    expect(await redirectOf("/", browser)).toBeNull();
  });

  it.each(["/users/someone", "/audit-log/2026/11", "/projects/no-such-screen"])(
    "passes the unknown path %s to the 404 page",
    async (path) => {
      expect(await redirectOf(path)).toBeNull();
      expect(await redirectOf(path, (await signedIn("user")).browser)).toBeNull();
    },
  );

  it("accepts paths that can't be decoded", async () => {
    expect(await redirectOf("/%zz")).toBeNull();
    expect(await redirectOf("/%ff")).toBeNull();
  });

  it("does not match paths with request bodies, because Next.js would truncate them at 10 MiB", () => {
    for (const matcher of config.matcher)
      expect(matcher).toMatch(
        /^\/(dashboard|projects|settings|api-docs|second-factor|change-password|users|groups|admin-management|file-manager|share-links|audit-log|api-tokens)\/:path\*$/,
      );
  });
});
