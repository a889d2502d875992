import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { expectOutcome, rowsBefore } from "../../authorization/duty";
import { type RunningProduct, startProduct } from "../../authorization/product";
import type { Outcome } from "../../authorization/row";
import { NEXT_PASSWORD, newWorld, PASSWORD, type World } from "../../authorization/world";
import { createApiToken } from "../../setup/fixtures";
import type { SignedIn } from "../../setup/signed-in";

/** Makes requests valid. */
let plain: RunningProduct;
/** Demands new passwords, on the same database. */
let enforced: RunningProduct;
/** For refused requests, which change nothing. */
let shared: World;

beforeAll(async () => {
  [plain, enforced] = [await startProduct(), await startProduct({ REQUIRE_PASSWORD_CHANGE: "1" })];
  shared = await newWorld();
  await assignPassword(shared.people.superadmin);
});
afterAll(() => Promise.all([plain.close(), enforced.close()]));

/** Marks the password as one that someone else has set. */
const assignPassword = ({ account: { id } }: SignedIn) => db().account.update({ where: { id }, data: { isPasswordAssigned: true } });

/** What is there for an account that must choose a new password. */
const open: Readonly<Record<string, Outcome>> = {
  "GET /api/auth/me": 200,
  "POST /api/auth/refresh": 200,
  "GET /api/auth/[...nextauth] session": 403,
  "POST /api/user/change-password": 403,
  "POST /api/admin/change-password": 403,
  "POST /api/superadmin/change-password": 200,
};

it.each(rowsBefore("/change-password", open))(
  "a superadmin with an assigned password gets only what changing it needs: $name",
  async ({ row, outcome }) => {
    const isRefused = row.what === undefined && outcome === 403;
    const world = isRefused ? shared : await newWorld();
    const { path = row.route, headers, cookies = [], body } = (await row.call?.(world, "superadmin", plain.ask)) ?? {};
    await assignPassword(world.people.superadmin);
    const { cookie = "", ...browser } = world.people.superadmin.browser;
    const sent = { ...browser, ...headers, cookie: [cookie, ...cookies].join("; ") };
    const answer = await enforced.ask(path, { method: row.method, headers: sent, body });
    expectOutcome(answer, outcome);
  },
);

/** Returns the status and the code of a call that admins may make. */
async function askAs(headers: Record<string, string>, product = enforced) {
  const { status, body } = await product.ask("/api/user/all", { headers });
  return [status, JSON.parse(body).code];
}

const REFUSED = [403, "password_change_required"];
const OPEN = [200, undefined];

async function signIn(email: string, password: string): Promise<Record<string, string>> {
  const { status, body } = await enforced.ask("/api/auth/login", { method: "POST", body: { email, password } });
  expect(status).toBe(200);
  return { authorization: `Bearer ${JSON.parse(body).token}` };
}

function changePassword(headers: Record<string, string>, newPassword: string) {
  const body = { oldPassword: PASSWORD, newPassword };
  return enforced.ask("/api/admin/change-password", { method: "POST", headers, body });
}

describe("REQUIRE_PASSWORD_CHANGE", () => {
  it("opens everything once an admin whom a superadmin created has chosen another password", async () => {
    const { people } = await newWorld();
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { name: "New Admin", email, password: PASSWORD };
    const created = await plain.ask("/api/admin/create", { method: "POST", headers: people.superadmin.bearer, body });
    expect(created.status).toBe(201);
    const bearer = await signIn(email, PASSWORD);
    expect(await askAs(bearer)).toEqual(REFUSED);
    expect((await changePassword(bearer, PASSWORD)).status).toBe(400);
    expect(await askAs(bearer)).toEqual(REFUSED);
    expect((await changePassword(bearer, NEXT_PASSWORD)).status).toBe(200);
    expect(await askAs(bearer)).toEqual(OPEN);
    expect(await askAs(await signIn(email, NEXT_PASSWORD))).toEqual(OPEN);
  });

  it("refuses an account whose password another account has changed", async () => {
    const { people } = await newWorld();
    const { email, id, name } = people.admin.account;
    expect(await askAs(people.admin.bearer)).toEqual(OPEN);
    const body = { name, email, password: NEXT_PASSWORD };
    const changed = await plain.ask(`/api/admin/edit/${id}`, { method: "PUT", headers: people.superadmin.bearer, body });
    expect(changed.status).toBe(200);
    expect(await askAs(await signIn(email, NEXT_PASSWORD))).toEqual(REFUSED);
  });

  it("asks nothing when it is off", async () => {
    const { people } = await newWorld();
    await assignPassword(people.admin);
    expect(await askAs(people.admin.bearer, plain)).toEqual(OPEN);
    expect((await plain.ask("/users", { headers: people.admin.browser })).status).toBe(200);
  });

  it("refuses API tokens of the account until then", async () => {
    const { people, tokens } = await newWorld();
    const headers = { authorization: `Bearer ${tokens.read}` };
    expect(await askAs(headers)).toEqual(OPEN);
    await assignPassword(people.superadmin);
    expect(await askAs(headers)).toEqual(REFUSED);
    const own = await createApiToken(people.admin.account.id, "read");
    expect(await askAs({ authorization: `Bearer ${own.token}` })).toEqual(OPEN);
  });

  it("lets a session of single sign-on pass", async () => {
    const { account, session, bearer } = (await newWorld()).people.admin;
    await db().account.update({ where: { id: account.id }, data: { isPasswordAssigned: true } });
    await db().session.update({ where: { id: session.id }, data: { isSingleSignOn: true } });
    expect(await askAs(bearer)).toEqual(OPEN);
  });

  it("leads from a map to the page of the change, and keeps its address", async () => {
    const { people, project } = await newWorld();
    await assignPassword(people.admin);
    const headers = { ...people.admin.browser, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const map = `/projects/maps/${project.safeName}/`;
    const answer = await enforced.ask(map, { headers });
    expect([answer.status, answer.headers.location]).toEqual([302, `/change-password?next=${encodeURIComponent(map)}`]);
  });
});
