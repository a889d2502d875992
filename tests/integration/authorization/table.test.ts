import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionCookieName } from "@/lib/accounts/sessions/cookie";
import { env } from "@/lib/env";
import type { Answer } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { discoverRoutes, type Route } from "../../authorization/routes";
import { CALLERS, type Caller, limitedOutcomes, type Outcome, type Row, TOKENS, tokenOutcomes } from "../../authorization/row";
import { findSecrets } from "../../authorization/secrets";
import { callRows, table } from "../../authorization/table";
import { newWorldWith, waysOfAccess } from "../../authorization/ways-of-access";
import { newLimitedWorld, waysOfLimit } from "../../authorization/ways-of-limit";
import { guestCookies, newInvitation, newWorld, sharedCookies, type World } from "../../authorization/world";
import { DocumentValidator, describedDocument, describedPath, faultsOfAnswer, faultsOfRequest } from "../openapi/described";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

type Way = "browser" | "bearer";

function credentials({ people }: World, caller: Caller, way: Way): Record<string, string> {
  return caller === "anonymous" ? {} : people[caller][way];
}

/** Sends one request of a row, valid except for its caller. @returns the answer, and the body that was sent */
async function exchange(row: Row, world: World, caller: Caller, { cookie, ...own }: Record<string, string>, more: readonly string[] = []) {
  const { path = row.route, headers, cookies = [], body } = (await row.call?.(world, caller, product.ask)) ?? {};
  const all = [cookie, ...cookies, ...more].filter((one) => one !== undefined).join("; ");
  const question = { method: row.method, on: row.on, body, headers: { ...own, ...headers, ...(all && { cookie: all }) } };
  return { answer: await product.ask(path, question), body };
}

const answerTo = async (...request: Parameters<typeof exchange>) => (await exchange(...request)).answer;

const validator = new DocumentValidator(await describedDocument());
const described = new Set(callRows.filter(({ on, route }) => !on && validator.document.paths[describedPath(route)]));

/** Returns how an exchange differs from the OpenAPI document. Routes that the document leaves out differ in nothing. */
function describedFaults(row: Row, answer: Answer, body: unknown): string[] {
  if (!described.has(row)) return [];
  const operation = validator.operation(row.route, row.method);
  return [
    ...faultsOfAnswer(validator, operation, answer, row.method === "HEAD"),
    ...(answer.status < 300 ? faultsOfRequest(validator, operation, body) : []),
  ];
}

/** Returns the outcome of an answer. A location that matches becomes the expected pattern, so that the two compare. */
function outcomeOf({ status, headers: { location } }: Awaited<ReturnType<typeof answerTo>>, expected: Outcome): Outcome {
  if (location === undefined || typeof expected === "number") return status;
  const wanted = expected[1];
  return [status, wanted instanceof RegExp && wanted.test(location) ? wanted : location];
}

const statusOf = (outcome: Outcome) => (typeof outcome === "number" ? outcome : outcome[0]);

const outcomeKey = (outcomes: Row["outcomes"], caller: Caller) => String(outcomes[CALLERS.indexOf(caller)]);

const nameOf = (row: Row) => [row.on, row.method, row.route, row.what].filter(Boolean).join(" ");

/** Rows whose requests change what the next pass needs: the caller's sign-in, or a limit. */
const CHANGES_ITS_CALLER = new Set([
  "DELETE /api/superadmin/second-factors/[id]",
  "GET /api/project/image/[id] none",
  "HEAD /api/project/image/[id] none",
  "POST /api/admin/change-password",
  "POST /api/auth/forgot-password",
  "POST /api/auth/passkey-sign-in",
  "POST /api/superadmin/change-password",
  "POST /api/user/change-password",
]);

let shared: Promise<World> | undefined;
const worldsOfRows = new Map<Row, Promise<World>>();

/** Returns the world of a row, for all passes. Refused requests change nothing, so rows that are only refused share one world. */
function worldFor(row: Row, expected: readonly Outcome[]): Promise<World> {
  if (CHANGES_ITS_CALLER.has(nameOf(row))) return newWorld();
  const isRefused = expected.every((outcome) => statusOf(outcome) >= 400);
  if (isRefused) {
    shared ??= newWorld();
    return shared;
  }
  const world = worldsOfRows.get(row) ?? newWorld();
  worldsOfRows.set(row, world);
  return world;
}

const named = (rows: readonly Row[]) => rows.map((row) => ({ name: nameOf(row), row }));

describe.each(["browser", "bearer"] as const)("a request by %s", (way) => {
  it.each(named(table))("returns what the table and the OpenAPI document say: $name", async ({ row }) => {
    const world = await worldFor(row, row.outcomes);
    const found: [Caller, Outcome][] = [];
    for (const [index, caller] of CALLERS.entries()) {
      const { answer, body } = await exchange(row, world, caller, credentials(world, caller, way));
      found.push([caller, outcomeOf(answer, row.outcomes[index] ?? 0)]);
      if (way === "bearer") expect(describedFaults(row, answer, body), `${caller}: differs from the OpenAPI document`).toEqual([]);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(CALLERS.map((caller, index) => [caller, row.outcomes[index]])));
  });
});

/** Rows whose answer depends on whether a user may open the project. */
const decidedByAccess = table.filter(({ outcomes }) => outcomeKey(outcomes, "user") !== outcomeKey(outcomes, "other"));

describe.each(waysOfAccess)("a request of a user with $name", (way) => {
  /** Refused requests change nothing, so they share a world. */
  let ofRefused: Promise<World> | undefined;
  const worldOfRefused = () => {
    ofRefused ??= newWorldWith(way);
    return ofRefused;
  };

  // A way that grants too much must not open anything else, so one of them goes through every row.
  it.each(named(way === waysOfAccess[0] ? table : decidedByAccess))(
    `returns what the table says of ${way.as === "user" ? "a user who may" : "a user who may not"} open the project: $name`,
    async ({ row }) => {
      const expected = row.outcomes[CALLERS.indexOf(way.as)] ?? 0;
      const world = await (statusOf(expected) >= 400 ? worldOfRefused() : newWorldWith(way));
      const answer = await answerTo(row, world, way.as, credentials(world, way.as, "browser"));
      expect(outcomeOf(answer, expected)).toEqual(expected);
    },
  );
});

/** Rows whose answer depends on whether a limited admin manages the project. */
const decidedByLimit = table.filter(({ inside, outside }) => inside !== undefined || outside !== undefined);

describe.each(waysOfLimit)("a request of an admin who is limited to $name", (way) => {
  let ofRefused: ReturnType<typeof newLimitedWorld> | undefined;
  const worldOfRefused = () => {
    ofRefused ??= newLimitedWorld(way);
    return ofRefused;
  };

  // The first two go through every row, because a limit must not open anything else.
  it.each(named(waysOfLimit.indexOf(way) < 2 ? table : decidedByLimit))(
    `returns what the table says of an admin who ${way.isInside ? "manages" : "doesn't manage"} the project: $name`,
    async ({ row }) => {
      const { session, token: ofToken } = limitedOutcomes(row, way.isInside);
      const areRefused = [session, ofToken].every((outcome) => statusOf(outcome) >= 400);
      const { world, token } = await (areRefused && !CHANGES_ITS_CALLER.has(nameOf(row)) ? worldOfRefused() : newLimitedWorld(way));
      const byToken = outcomeOf(await answerTo(row, world, "admin", { authorization: `Bearer ${token}` }), ofToken);
      const bySession = outcomeOf(await answerTo(row, world, "admin", credentials(world, "admin", "browser")), session);
      expect({ byToken, bySession }).toEqual({ byToken: ofToken, bySession: session });
    },
  );
});

describe("a request with the cookie that a share link gives", () => {
  it.each(named(table))("returns what an anonymous request gets, except for the map of the link: $name", async ({ row }) => {
    const expected = row.shared ?? row.outcomes[0];
    const world = await worldFor(row, [expected]);
    const answer = await answerTo(row, world, "anonymous", {}, await sharedCookies(world));
    expect(outcomeOf(answer, expected)).toEqual(expected);
  });
});

describe("a request of a guest", () => {
  it.each(named(table))("returns what an anonymous request gets, except for the map that admits the guest: $name", async ({ row }) => {
    const expected = row.guest ?? row.shared ?? row.outcomes[0];
    const world = await worldFor(row, [expected]);
    const answer = await answerTo(row, world, "anonymous", {}, await guestCookies(world));
    expect(outcomeOf(answer, expected)).toEqual(expected);
  });
});

describe("a request after the password and before the second factor", () => {
  it.each(named(table))("returns what an anonymous request gets: $name", async ({ row }) => {
    const world = await worldFor(row, [row.outcomes[0], row.half ?? row.outcomes[0]]);
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
    const [expected] = row.outcomes;
    const world = await worldFor(row, [expected]);
    const { token } = await newInvitation("admin");
    const bearer = await answerTo(row, world, "anonymous", { authorization: `Bearer ${token}` });
    const cookie = { cookie: `${sessionCookieName()}=${token}`, "sec-fetch-site": "same-origin", origin: env().appOrigin };
    const browser = await answerTo(row, world, "anonymous", cookie);
    expect([outcomeOf(bearer, expected), outcomeOf(browser, expected)]).toEqual([expected, expected]);
  });
});

describe("a request with an API token", () => {
  it.each(named(table))("returns what the table says: $name", async ({ row }) => {
    const expected = tokenOutcomes(row);
    const world = await worldFor(row, expected);
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

describe("a route", () => {
  const routes = discoverRoutes("app");

  it.each(["handler", "page", "node"] as const)("of the kind %s refuses every other method", async (kind) => {
    // A refused method changes nothing, so one world serves all of them.
    const world = await newWorld();
    for (const route of routes.filter(({ by }) => by === kind)) {
      const row = table.find((one) => one.route === route.route && one.on === route.on);
      const { path = route.route } = (await row?.call?.(world, "superadmin", product.ask)) ?? {};
      for (const method of METHODS.filter((one) => !offered(route).includes(one))) {
        const asked = `${method} ${path}`;
        const answer = await product.ask(path, { method, on: route.on, headers: world.people.superadmin.bearer });
        expect([asked, answer.status]).toEqual([asked, 405]);
        // Next's own answer has neither a list nor a text.
        if (kind === "handler") continue;
        expect([asked, answer.headers.allow?.split(", ").sort()]).toEqual([asked, offered(route)]);
        // Users see the answers of the maps' addresses. Programs see those of all others.
        if (method !== "HEAD" && route.on === undefined && !path.startsWith("/projects/maps"))
          expect(JSON.parse(answer.body), asked).toMatchObject({ success: false, message: expect.any(String) });
      }
    }
  });

  it("of the kind handler returns its methods to OPTIONS", async () => {
    for (const route of routes.filter(({ by, methods }) => by === "handler" && !methods.includes("OPTIONS"))) {
      const path = route.route.replace("[...nextauth]", "session").replace(/\[\w+\]/, "x");
      const answer = await product.ask(path, { method: "OPTIONS" });
      expect([path, answer.status, answer.headers.allow?.split(", ").sort()]).toEqual([path, 204, offered(route)]);
    }
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
