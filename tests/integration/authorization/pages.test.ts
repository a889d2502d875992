import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { CALLERS, type Caller, type Outcome } from "../../authorization/row";
import { pageRows } from "../../authorization/rows-pages";
import { marks, newWorld, type World } from "../../authorization/world";

let product: RunningProduct;
let world: World;

beforeAll(async () => {
  [product, world] = await Promise.all([startProduct(), newWorld()]);
});
afterAll(() => product.close());

const same = (path: string) => path;
const repeated = (name: string) => Array.from({ length: 5 }, () => name).join(":");

/** Ways to ask for a page that are not a visit, and what is known to have led around a middleware. */
const disguises: [name: string, disguise: (path: string) => string, headers: Record<string, string>][] = [
  ["a visit", same, {}],
  ["RSC", same, { rsc: "1" }],
  ["a prefetch", same, { rsc: "1", "next-router-prefetch": "1" }],
  ["a segment's prefetch", same, { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" }],
  [".rsc", (path) => `${path}.rsc`, {}],
  [".rsc with RSC", (path) => `${path}.rsc`, { rsc: "1" }],
  [".segments", (path) => `${path}.segments/_tree.segment.rsc`, {}],
  [".segments with RSC", (path) => `${path}.segments/_tree.segment.rsc`, { rsc: "1", "next-router-segment-prefetch": "/_tree" }],
  [".segments of the page", (path) => `${path}.segments${path}/__PAGE__.segment.rsc`, { rsc: "1" }],
  ...["middleware", "src/middleware", repeated("middleware"), repeated("src/middleware"), "pages/_middleware", "1"].map(
    (value): [string, (path: string) => string, Record<string, string>] => [
      `x-middleware-subrequest: ${value.slice(0, 30)}`,
      same,
      { "x-middleware-subrequest": value },
    ],
  ),
  ["RSC as a subrequest", same, { rsc: "1", "x-middleware-subrequest": repeated("middleware") }],
  ["a subrequest that leads on", same, { "x-middleware-rewrite": "/users", "x-middleware-next": "1", "x-nextjs-data": "1" }],
];

/** Next first sends an RSC request to the same page with a digest of its headers in the address; what counts is what comes then. */
async function ask(path: string, caller: Caller, headers: Record<string, string>): Promise<Answer> {
  const cookie = caller === "anonymous" ? undefined : world.people[caller].browser.cookie;
  const question = { headers: { accept: "text/html", ...headers, ...(cookie && { cookie }) } };
  const answer = await product.ask(path, question);
  const { location = "" } = answer.headers;
  return location.startsWith(path) && /[?&]_rsc/.test(location) ? product.ask(location, question) : answer;
}

/** What this caller must not find on any page: everything of a world that is not its own. */
function hiddenFrom(caller: Caller): string[] {
  if (caller !== "user" && caller !== "other") return marks(world);
  const { account } = world.people[caller];
  const own = [account.email, account.name, ...(caller === "user" ? [world.project.name, world.project.safeName] : [])];
  return marks(world).filter((mark) => !own.includes(mark));
}

const protectedPages = pageRows.filter(({ outcomes }) => outcomes[0] !== 200 && outcomes[0] !== 404);

/** Status, and where it leads without what it is to be brought back for. */
function summary({ status, headers: { location } }: Answer): string {
  return `${status} ${location?.split("?")[0] ?? ""}`.trim();
}

/**
 * A visit that is refused is refused in every disguise; one that is not may find nothing there. Who was signed in once passes the
 * middleware, and is refused by the page itself: what is no visit gets that as an order to the router, with status 200; so does
 * the bare tree of the page's segments, of which a prefetch asks, without anything in them.
 */
function isRight(answer: Answer, outcome: Outcome, caller: Caller): boolean {
  const told = summary(answer);
  if (typeof outcome === "number") return told === String(outcome) || told === "404";
  const [status, location] = [outcome[0], String(outcome[1]).split("?")[0]];
  if (told === `${status} ${location}`) return true;
  const isOrder = answer.body.includes(`NEXT_REDIRECT;replace;${location}`);
  const isBareTree = answer.body.includes('"children"') && !answer.body.includes('["$"');
  return caller === "deleted" && (told === "404" || (told === "200" && (isOrder || isBareTree)));
}

describe.each(disguises)("asked for as %s", (_name, disguise, headers) => {
  it.each(protectedPages)("$route tells nobody more than a visit would", async ({ route, outcomes }) => {
    for (const [index, caller] of CALLERS.entries()) {
      const answer = await ask(disguise(route), caller, headers);
      const outcome = outcomes[index] ?? 0;
      expect(isRight(answer, outcome, caller), `${caller}: ${summary(answer)}`).toBe(true);
      const isFree = outcome === 200 && (caller === "admin" || caller === "superadmin");
      const said = `${answer.body}${JSON.stringify(answer.headers)}`;
      expect(isFree ? [] : hiddenFrom(caller).filter((mark) => said.includes(mark)), caller).toEqual([]);
    }
  });
});

describe("the marks that nobody else may find", () => {
  it.each([
    ["/projects", "admin", () => world.project.name],
    ["/users", "admin", () => world.people.user.account.email],
    ["/admin-management", "superadmin", () => world.people.admin.account.email],
    ["/settings", "user", () => world.people.user.account.name],
  ] as const)("stand on %s for the %s, as a page and as RSC", async (path, caller, mark) => {
    const ways: Record<string, string>[] = [{}, { rsc: "1" }];
    for (const headers of ways) expect((await ask(path, caller, headers)).body).toContain(mark());
  });

  it.each(["/projects", "/dashboard"])("stand on %s for the one who may open the map that its address names", async (path) => {
    const address = `${path}?map=${world.project.safeName}`;
    const ways: Record<string, string>[] = [{}, { rsc: "1" }];
    for (const headers of ways) {
      expect((await ask(address, "user", headers)).body).toContain(world.project.name);
      expect((await ask(address, "other", headers)).body).not.toContain(world.project.name);
    }
  });
});
