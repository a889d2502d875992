import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { PAGE_PATH_HEADER, type Role } from "@/lib/accounts/sessions/schema";
import { signToken, verifyToken } from "@/lib/accounts/sessions/token";
import { db } from "@/lib/db";
import { config, middleware } from "@/middleware";
import { signedIn } from "../setup/signed-in";

/** Where the request is sent on to, or null when it may go to the page. */
async function sentTo(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await middleware(new NextRequest(`http://localhost:3000${path}`, { headers }));
  const location = answer.headers.get("location");
  return location?.replace("http://localhost:3000", "") ?? null;
}

const toSignIn = (path: string) => `/login?next=${encodeURIComponent(path)}`;

describe("the route table", () => {
  const rows: [string, Record<Role | "nobody", "page" | "/" | "sign-in">][] = [
    ["/dashboard", { nobody: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/projects", { nobody: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/settings", { nobody: "sign-in", user: "page", admin: "page", superadmin: "page" }],
    ["/users", { nobody: "sign-in", user: "/", admin: "page", superadmin: "page" }],
    ["/admin-management", { nobody: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    ["/file-manager", { nobody: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    ["/audit-log", { nobody: "sign-in", user: "/", admin: "/", superadmin: "page" }],
    // The sign-in screen and unknown paths are the pages' own business.
    ["/", { nobody: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/login", { nobody: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/no-such-page", { nobody: "page", user: "page", admin: "page", superadmin: "page" }],
    ["/constructor", { nobody: "page", user: "page", admin: "page", superadmin: "page" }],
  ];

  const pageOnly = (path: string, disguised: string) => (path === "/" ? path : disguised);
  const disguises: [string, (path: string) => string, Record<string, string>][] = [
    ["plainly", (path) => path, {}],
    ["as RSC", (path) => `${path}?_rsc=1`, { rsc: "1", "next-router-prefetch": "1" }],
    ["as .rsc", (path) => pageOnly(path, `${path}.rsc`), {}],
    ["as a segment", (path) => pageOnly(path, `${path}.segments/_tree.segment.rsc`), {}],
    ["as a subrequest", (path) => path, { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" }],
    ["encoded", (path) => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`), {}],
    ["with slashes", (path) => pageOnly(path, `/${path}/`), {}],
  ];

  async function cookieOf(who: string): Promise<Record<string, string>> {
    return who === "nobody" ? {} : { cookie: `sea-vision.session=${(await signedIn(who as Role)).token}` };
  }

  const cases = rows.flatMap(([path, expected]) =>
    disguises.map(([manner, disguise, headers]) => ({ path, expected, manner, disguise, headers })),
  );

  it.each(cases)("$path, asked for $manner", async ({ path, expected, disguise, headers }) => {
    const location = { page: null, "/": "/", "sign-in": expect.stringMatching(/^\/login\?next=%2F/) };
    for (const [who, outcome] of Object.entries(expected)) {
      expect(await sentTo(disguise(path), { ...(await cookieOf(who)), ...headers })).toEqual(location[outcome]);
    }
  });
});

describe("middleware", () => {
  it("remembers where somebody wanted to go", async () => {
    expect(await sentTo("/projects?tab=list&q=a%20b")).toBe(toSignIn("/projects?tab=list&q=a%20b"));
  });

  it("tells the page its path, whatever the client says", async () => {
    const { browser } = await signedIn("user");
    const request = new NextRequest("http://localhost:3000/projects?a=1", {
      headers: { ...browser, [PAGE_PATH_HEADER]: "//evil.example" },
    });
    const answer = await middleware(request);
    expect(answer.headers.get(`x-middleware-request-${PAGE_PATH_HEADER}`)).toBe("/projects?a=1");
  });

  it("takes a token whose role is none of ours for none, signed by us or not", async () => {
    const { token } = await signedIn("superadmin");
    const claims = await verifyToken(token);
    if (!claims) throw new Error("Not signed in.");
    const captain = await signToken({ ...claims, role: "captain" as Role });
    for (const path of ["/dashboard", "/users", "/audit-log"]) {
      expect(await sentTo(path, { cookie: `sea-vision.session=${captain}` })).toBe(toSignIn(path));
    }
    expect(await sentTo("/", { cookie: `sea-vision.session=${captain}` })).toBeNull();
  });

  it.each(["garbage", "a.b.c", "%00", ""])("takes the cookie %j for none", async (token) => {
    expect(await sentTo("/dashboard", { cookie: `sea-vision.session=${token}` })).toBe(toSignIn("/dashboard"));
  });

  it("lets the holder of an ended session reach the sign-in screen, so nobody turns in circles", async () => {
    const { session, browser } = await signedIn("user");
    await db().session.delete({ where: { id: session.id } });
    expect(await sentTo("/login", browser)).toBeNull();
    expect(await sentTo("/", browser)).toBeNull();
  });

  it.each(["/users/somebody", "/audit-log/2026/11", "/projects/no-such-screen"])("leaves %s to the page that reads 404", async (path) => {
    expect(await sentTo(path)).toBeNull();
    expect(await sentTo(path, (await signedIn("user")).browser)).toBeNull();
  });

  it("does not choke on paths that cannot be decoded", async () => {
    expect(await sentTo("/%zz")).toBeNull();
    expect(await sentTo("/%ff")).toBeNull();
  });

  it("matches no path that takes a body: Next would cut it at 10 MiB", () => {
    for (const matcher of config.matcher)
      expect(matcher).toMatch(/^\/(dashboard|projects|settings|api-docs|users|admin-management|file-manager|audit-log)\/:path\*$/);
  });
});
