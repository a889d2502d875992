import { afterAll, beforeAll, expect, it } from "vitest";
import { expectOutcome, rowsBefore } from "../../authorization/duty";
import { type RunningProduct, startProduct } from "../../authorization/product";
import type { Outcome } from "../../authorization/row";
import { addAuthenticator } from "../../authorization/rows-second-factors";
import { newWorld, type World } from "../../authorization/world";

/** Makes requests valid. */
let plain: RunningProduct;
/** Requires a second factor, on the same database. */
let enforced: RunningProduct;
/** For refused requests, which change nothing. */
let shared: World;

beforeAll(async () => {
  [plain, enforced] = [await startProduct(), await startProduct({ REQUIRE_MFA: "superadmin,admin,user" })];
  shared = await newWorld();
});
afterAll(() => Promise.all([plain.close(), enforced.close()]));

/** What is there for an account that must set up a second factor. */
const open: Readonly<Record<string, Outcome>> = {
  "GET /api/auth/me": 200,
  "POST /api/auth/refresh": 200,
  "GET /api/auth/proof": 200,
  "POST /api/auth/proof": 200,
  "POST /api/auth/authenticator": 201,
  "POST /api/auth/authenticator/confirm without one to confirm": 409,
  "GET /api/auth/[...nextauth] session": 403,
  "GET /api/auth/passkeys": 200,
  "POST /api/auth/passkeys/options": 200,
  "POST /api/auth/passkeys": 201,
  // Their requests set up the second factor first.
  "DELETE /api/auth/authenticator": 409,
  "POST /api/auth/recovery-codes": 200,
  "DELETE /api/superadmin/second-factors/[id] of a superadmin": 404,
};

it.each(rowsBefore("/second-factor", open))(
  "a superadmin who must set up a second factor gets only what that needs: $name",
  async ({ row, outcome }) => {
    const isRefused = row.what === undefined && outcome === 403;
    const world = isRefused ? shared : await newWorld();
    const { path = row.route, headers, cookies = [], body } = (await row.call?.(world, "superadmin", plain.ask)) ?? {};
    const { cookie = "", ...browser } = world.people.superadmin.browser;
    const sent = { ...browser, ...headers, cookie: [cookie, ...cookies].join("; ") };
    const answer = await enforced.ask(path, { method: row.method, headers: sent, body });
    expectOutcome(answer, outcome);
  },
);

it("a map leads there, and back", async () => {
  const { people, project } = await newWorld();
  const headers = { ...people.superadmin.browser, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const map = `/projects/maps/${project.safeName}/`;
  const answer = await enforced.ask(map, { headers });
  expect([answer.status, answer.headers.location]).toEqual([302, `/second-factor?next=${encodeURIComponent(map)}`]);
});

it("a second factor that was removed on another instance has no effect any more", async () => {
  const { account, bearer } = (await newWorld()).people.superadmin;
  await addAuthenticator(account.id);
  const status = async () => (await enforced.ask("/api/user/all", { headers: bearer })).status;
  expect(await status()).toBe(200);
  expect((await plain.ask("/api/auth/authenticator", { method: "DELETE", headers: bearer })).status).toBe(200);
  expect(await status()).toBe(403);
});

it("API tokens keep their rights, and a second factor opens the rest at once", async () => {
  const { tokens, people, half } = await newWorld();
  const { bearer } = people.superadmin;
  const statusOf = async (headers: Record<string, string>) => (await enforced.ask("/api/user/all", { headers })).status;
  expect(await statusOf({ authorization: `Bearer ${tokens.read}` })).toBe(200);
  expect(await statusOf(bearer)).toBe(403);
  const answer = await enforced.ask("/api/auth/second-factor", {
    method: "POST",
    headers: { cookie: half.cookie },
    body: { code: half.recoveryCode },
  });
  const { token } = JSON.parse(answer.body) as { token: string };
  expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
});
