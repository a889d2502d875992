import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DUTY_PAGES } from "@/lib/accounts/sessions/schema";
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

/** Ways to request a page other than a visit, and known ways around a middleware. */
const requestVariants: [name: string, variant: (path: string) => string, headers: Record<string, string>][] = [
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

/** Next first redirects an RSC request to the same page with a digest of its headers. The answer after that counts. */
async function ask(path: string, caller: Caller, headers: Record<string, string>): Promise<Answer> {
  const cookie = caller === "anonymous" ? undefined : world.people[caller].browser.cookie;
  const question = { headers: { accept: "text/html", ...headers, ...(cookie && { cookie }) } };
  const answer = await product.ask(path, question);
  const { location = "" } = answer.headers;
  return location.startsWith(path) && /[?&]_rsc/.test(location) ? product.ask(location, question) : answer;
}

/** Returns the data of a world that this caller may not see on any page. */
function hiddenFrom(caller: Caller): string[] {
  if (caller === "anonymous") return marks(world);
  const { account } = world.people[caller];
  const own = [account.email, account.name, ...(caller === "user" ? [world.project.name, world.project.safeName] : [])];
  return marks(world).filter((mark) => !own.includes(mark));
}

const dutyPages: readonly string[] = Object.values(DUTY_PAGES);
const protectedPages = pageRows.filter(({ outcomes }) => outcomes[0] !== 200 && outcomes[0] !== 404);

/** Returns the status and the target of a redirect, without the address to return to. */
function summary({ status, headers: { location } }: Answer): string {
  return `${status} ${location?.split("?")[0] ?? ""}`.trim();
}

/**
 * A refused visit is refused in every variant. A variant of a permitted visit may return nothing secret. The middleware lets a former
 * session through, then the page refuses it. Requests other than visits get that as a redirect for the router, with status 200. So does
 * the prefetch of the page's segment tree, which contains no data.
 */
function isRight(answer: Answer, outcome: Outcome, route: string, caller: Caller): boolean {
  const told = summary(answer);
  if (typeof outcome === "number") return told === String(outcome) || told === "404";
  const [status, location] = [outcome[0], String(outcome[1]).split("?")[0]];
  if (told === `${status} ${location}`) return true;
  const isOrder = answer.body.includes(`NEXT_REDIRECT;replace;${location}`);
  const isBareTree = answer.body.includes('"children"') && !answer.body.includes('["$"');
  // These pages redirect those who have nothing to do there.
  const decidesItself = caller === "deleted" || (dutyPages.includes(route) && caller !== "anonymous");
  return decidesItself && (told === "404" || (told === "200" && (isOrder || isBareTree)));
}

describe.each(requestVariants)("the page requested as %s", (_name, variant, headers) => {
  it.each(protectedPages)("returns from $route no more than a visit would", async ({ route, outcomes }) => {
    for (const [index, caller] of CALLERS.entries()) {
      const answer = await ask(variant(route), caller, headers);
      const outcome = outcomes[index] ?? 0;
      expect(isRight(answer, outcome, route, caller), `${caller}: ${summary(answer)}`).toBe(true);
      const isFree = outcome === 200 && (caller === "admin" || caller === "superadmin");
      const said = `${answer.body}${JSON.stringify(answer.headers)}`;
      expect(isFree ? [] : hiddenFrom(caller).filter((mark) => said.includes(mark)), caller).toEqual([]);
    }
  });
});

describe("the data on a page", () => {
  it.each([
    ["/projects", "admin", () => world.project.name],
    ["/users", "admin", () => world.people.user.account.email],
    ["/admin-management", "superadmin", () => world.people.admin.account.email],
    ["/settings", "user", () => world.people.user.account.name],
  ] as const)("of %s is shown to the %s, as a page and as RSC", async (path, caller, mark) => {
    const ways: Record<string, string>[] = [{}, { rsc: "1" }];
    for (const headers of ways) expect((await ask(path, caller, headers)).body).toContain(mark());
  });

  it.each(["/projects", "/dashboard"])("of %s is shown to the user who may open the map in its address", async (path) => {
    const address = `${path}?map=${world.project.safeName}`;
    const ways: Record<string, string>[] = [{}, { rsc: "1" }];
    for (const headers of ways) {
      expect((await ask(address, "user", headers)).body).toContain(world.project.name);
      expect((await ask(address, "other", headers)).body).not.toContain(world.project.name);
    }
  });
});
