import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookieName } from "@/lib/accounts/sessions/cookie";
import { env } from "@/lib/env";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { discoverRoutes, type Route } from "../../authorization/routes";
import { CALLERS, type Caller, type Outcome, type Row, TOKENS, tokenOutcomes } from "../../authorization/row";
import { findSecrets } from "../../authorization/secrets";
import { table } from "../../authorization/table";
import { newInvitation, newWorld, sharedCookies, type World } from "../../authorization/world";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

type Way = "browser" | "bearer";

function credentials({ people }: World, caller: Caller, way: Way): Record<string, string> {
  return caller === "anonymous" ? {} : people[caller][way];
}

/** Sends one request of a row, valid except for its caller. */
async function answerTo(row: Row, world: World, caller: Caller, { cookie, ...own }: Record<string, string>, more: readonly string[] = []) {
  const { path = row.route, headers, cookies = [], body } = (await row.call?.(world, caller, product.ask)) ?? {};
  const all = [cookie, ...cookies, ...more].filter((one) => one !== undefined).join("; ");
  return product.ask(path, { method: row.method, on: row.on, body, headers: { ...own, ...headers, ...(all && { cookie: all }) } });
}

/** Returns the expected outcome. A matching location is replaced by itself, so that the two compare. */
function outcomeOf({ status, headers: { location } }: Awaited<ReturnType<typeof answerTo>>, expected: Outcome): Outcome {
  if (location === undefined || typeof expected === "number") return status;
  const wanted = expected[1];
  return [status, wanted instanceof RegExp && wanted.test(location) ? wanted : location];
}

const named = (rows: readonly Row[]) =>
  rows.map((row) => ({ name: [row.on, row.method, row.route, row.what].filter(Boolean).join(" "), row }));

describe.each(["browser", "bearer"] as const)("a request by %s", (way) => {
  it.each(named(table))("returns what the table says: $name", async ({ row }) => {
    const world = await newWorld();
    const found: [Caller, Outcome][] = [];
    for (const [index, caller] of CALLERS.entries()) {
      const answer = await answerTo(row, world, caller, credentials(world, caller, way));
      found.push([caller, outcomeOf(answer, row.outcomes[index] ?? 0)]);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(CALLERS.map((caller, index) => [caller, row.outcomes[index]])));
  });
});

describe("a request with the cookie that a share link gives", () => {
  it.each(named(table))("returns what an anonymous request gets, except for the map of the link: $name", async ({ row }) => {
    const world = await newWorld();
    const expected = row.shared ?? row.outcomes[0];
    const answer = await answerTo(row, world, "anonymous", {}, await sharedCookies(world));
    expect(outcomeOf(answer, expected)).toEqual(expected);
  });
});

describe("a request after the password and before the second factor", () => {
  it.each(named(table))("returns what an anonymous request gets: $name", async ({ row }) => {
    const world = await newWorld();
    const { cookie } = world.half;
    const token = cookie.split("=")[1] ?? "";
    const page = { "sec-fetch-site": "same-origin", origin: env().appOrigin };
    const ways: [way: string, headers: Record<string, string>, expected: Outcome][] = [
      ["its token as bearer", { authorization: `Bearer ${token}` }, row.outcomes[0]],
      ["its token as session", { ...page, cookie: `${sessionCookieName()}=${token}` }, row.outcomes[0]],
      ["its cookie", { ...page, cookie }, row.half ?? row.outcomes[0]],
    ];
    for (const [way, headers, expected] of ways) {
      expect([way, outcomeOf(await answerTo(row, world, "anonymous", headers), expected)]).toEqual([way, expected]);
    }
  });
});

describe("a request with the token of an invitation", () => {
  it.each(named(table))("returns what an anonymous request gets: $name", async ({ row }) => {
    const world = await newWorld();
    const { token } = await newInvitation("admin");
    const [expected] = row.outcomes;
    const bearer = await answerTo(row, world, "anonymous", { authorization: `Bearer ${token}` });
    const cookie = { cookie: `${sessionCookieName()}=${token}`, "sec-fetch-site": "same-origin", origin: env().appOrigin };
    const browser = await answerTo(row, world, "anonymous", cookie);
    expect([outcomeOf(bearer, expected), outcomeOf(browser, expected)]).toEqual([expected, expected]);
  });
});

describe("a request with an API token", () => {
  it.each(named(table))("returns what the table says: $name", async ({ row }) => {
    const world = await newWorld();
    const expected = tokenOutcomes(row);
    const found: [string, Outcome][] = [];
    for (const [index, token] of TOKENS.entries()) {
      const answer = await answerTo(row, world, "superadmin", { authorization: `Bearer ${world.tokens[token]}` });
      found.push([token, outcomeOf(answer, expected[index] ?? 0)]);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(TOKENS.map((token, index) => [token, expected[index]])));
  });
});

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Next answers HEAD for every GET, and OPTIONS for all routes except pages. */
function offered({ methods, by }: Route): string[] {
  if (by === "node") return [...methods].sort();
  if (by === "page") return ["GET", "HEAD"];
  return [...new Set([...methods, "OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])])].sort();
}

describe("a method that a route does not have", () => {
  const routes = discoverRoutes("app");
  const refused = routes.flatMap((route) =>
    METHODS.filter((method) => !offered(route).includes(method)).map((method) => ({ method, ...route })),
  );

  // A refused method changes nothing, so one world serves all of them.
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });

  it.each(refused)("is refused by $on: $method $route", async ({ method, ...route }) => {
    const row = table.find((one) => one.route === route.route && one.on === route.on);
    const { path = route.route } = (await row?.call?.(world, "superadmin", product.ask)) ?? {};
    const answer = await product.ask(path, { method, on: route.on, headers: world.people.superadmin.bearer });
    expect([answer.status, answer.headers.allow?.split(", ").sort()]).toEqual([405, offered(route)]);
    // Users see the answers of the maps' addresses. Programs see those of all others.
    if (method !== "HEAD" && route.on === undefined && !path.startsWith("/projects/maps"))
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, message: expect.any(String) });
  });

  it.each(routes.filter(({ by }) => by === "handler"))("OPTIONS $route returns the methods of the route", async (route) => {
    if (route.methods.includes("OPTIONS")) return;
    const path = route.route.replace("[...nextauth]", "session").replace(/\[\w+\]/, "x");
    const answer = await product.ask(path, { method: "OPTIONS" });
    expect([answer.status, answer.headers.allow?.split(", ").sort()]).toEqual([204, offered(route)]);
  });
});

describe("the answers to all these requests", () => {
  it("contain no password and no hash", async () => {
    expect(product.answers.length).toBeGreaterThan(1_000);
    expect(await findSecrets(product.answers)).toEqual([]);
  });

  it("report the same error with the same message everywhere, and never return 500", () => {
    // NextAuth's own page needs NextAuth's own shape.
    const isOurs = (asked: string) => !asked.includes("/api/auth/callback/");
    for (const { asked, status, headers, body } of product.answers.filter((answer) => answer.status >= 400)) {
      expect(status, `${asked}: ${body}`).toBeLessThan(500);
      if (headers["content-type"]?.includes("json") && body !== "" && isOurs(asked))
        expect(JSON.parse(body), asked).toMatchObject({ message: expect.any(String) });
    }
  });
});
