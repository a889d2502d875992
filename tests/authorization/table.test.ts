import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isApiPath } from "../../server/web/dispatch";
import { mounts } from "../../server/web/mounts";
import { discoverRoutes, exportedMethods, routesOf } from "./routes";
import { CALLERS } from "./row";
import { table } from "./table";

const root = path.resolve(import.meta.dirname, "../..");
const line = (on: string | undefined, method: string, route: string) => `${on === "maps" ? "maps " : ""}${method} ${route}`;

describe("the authorization table", () => {
  const there = discoverRoutes(path.join(root, "app")).flatMap(({ on, methods, route }) =>
    methods.map((method) => line(on, method, route)),
  );
  const told = new Set(table.map(({ on, method, route }) => line(on, method, route)));

  it("has a row for every route and method", () => {
    // A new route needs a row in tests/authorization/rows-*.ts.
    expect(there.filter((one) => !told.has(one))).toEqual([]);
  });

  it("has no row for a missing route", () => {
    const known = new Set(there);
    expect([...told].filter((one) => !known.has(one))).toEqual([]);
  });

  it("has an outcome for every caller, and each case once", () => {
    for (const { outcomes } of table) expect(outcomes).toHaveLength(CALLERS.length);
    const cases = table.map(({ on, method, route, what }) => `${line(on, method, route)} ${what}`);
    expect(new Set(cases).size).toBe(cases.length);
  });

  it("has route handlers below API paths only, and pages elsewhere only", () => {
    const routes = discoverRoutes(path.join(root, "app"));
    const mistaken = routes.filter(({ by, route }) => by !== "node" && isApiPath(route) !== (by === "handler"));
    expect(mistaken).toEqual([]);
  });

  it("needs no row for server actions, because there are none", () => {
    const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", "app", "components", "lib"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(files).not.toBe("");
    expect(() =>
      execFileSync("git", ["grep", "-lE", "--untracked", "^\\s*[\"']use server[\"']", "--", "app", "components", "lib"], { cwd: root }),
    ).toThrow();
  });
});

describe("the reader of routes", () => {
  it.each([
    ["export const GET = route(x); const POST = 1;", ["GET"]],
    ["export async function PUT() {} export type DELETE = 1;", ["PUT"]],
    ["const answer = 1; export { answer as GET, answer as POST };", ["GET", "POST"]],
    ["export const GET = a, HEAD = b; export const dynamic = 'force-dynamic';", ["GET", "HEAD"]],
    ["export type { GET } from './x';", []],
  ])("returns the exported methods of: %s", (source, methods) => expect(exportedMethods(source)).toEqual(methods));

  it("throws for an export without names", () => {
    expect(() => exportedMethods("export * from './elsewhere';")).toThrow();
  });

  it("returns the path below which a handler is mounted", () => {
    for (const mount of mounts) {
      const { path: at } = mount;
      for (const route of Object.keys(routesOf(mount))) expect(route === at || route.startsWith(`${at}/`)).toBe(true);
    }
  });
});
