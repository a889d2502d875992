import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { NEXT_PASSWORD, newReset, newWorld, PASSWORD, type World } from "../../authorization/world";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signInAs } from "../../setup/signed-in";
import { cookieFor, rightOf, startMapServers, subresource } from "../maps/map-server";
import { publishMap } from "../maps/map-site";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function send(by: SignedIn, method: string, path: string, body?: unknown): Promise<void> {
  const { status, body: said } = await product.ask(path, { method, headers: by.bearer, body });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${said}`);
}

/** The ways to end a session. The victim is `user`, who is signed in on `device` as well. */
const ends: [name: string, end: (world: World, device: SignedIn) => Promise<unknown>][] = [
  ["logout", ({ people }) => send(people.user, "POST", "/api/auth/logout")],
  ["ending it from another device", ({ people }, device) => send(device, "DELETE", `/api/auth/sessions/${people.user.session.id}`)],
  ["ending all others from another device", (_, device) => send(device, "DELETE", "/api/auth/sessions")],
  [
    "a password changed on another device",
    (_, device) => send(device, "POST", "/api/user/change-password", { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD }),
  ],
  [
    "a password changed by an admin",
    ({ people: { admin, user }, project }) =>
      send(admin, "PUT", `/api/user/edit/${user.account.id}`, {
        fullName: user.account.name,
        email: user.account.email,
        password: NEXT_PASSWORD,
        assignedProjects: [project.id],
      }),
  ],
  [
    "a password reset",
    async ({ people: { other, user } }) =>
      send(other, "POST", "/api/auth/reset-password", { token: await newReset(user.account.id), newPassword: NEXT_PASSWORD }),
  ],
  ["deletion", ({ people: { admin, user } }) => send(admin, "DELETE", `/api/user/delete/${user.account.id}`)],
  ["another role", ({ people: { user } }) => db().account.update({ where: { id: user.account.id }, data: { role: "admin" } })],
  ["its expiry", ({ people: { user } }) => db().session.update({ where: { id: user.session.id }, data: { expiresAt: new Date() } })],
];

async function statuses(person: SignedIn) {
  const ask = (path: string, headers: Record<string, string>, method = "GET") => product.ask(path, { method, headers });
  const page = await ask("/projects", person.browser);
  return {
    bearer: (await ask("/api/auth/me", person.bearer)).status,
    cookie: (await ask("/api/auth/me", person.browser)).status,
    page: [page.status, page.headers.location],
    session: (await ask("/api/auth/session", person.browser)).body === "{}",
  };
}

const live = { bearer: 200, cookie: 200, page: [200, undefined], session: false };
const dead = { bearer: 401, cookie: 401, page: [307, "/?next=%2Fprojects"], session: true };

describe("the next request of a user fails after", () => {
  it.each(ends)("%s", async (_name, end) => {
    const world = await newWorld();
    const device = await signInAs(world.people.user.account);
    expect(await statuses(world.people.user)).toEqual(live);
    await end(world, device);
    expect(await statuses(world.people.user)).toEqual(dead);
    expect((await product.ask("/api/auth/refresh", { method: "POST", headers: world.people.user.bearer })).status).toBe(401);
    expect(
      await db().session.count({ where: { id: world.people.user.session.id, expiresAt: { gt: new Date() }, account: { role: "user" } } }),
    ).toBe(0);
  });

  it.each([
    [
      "admin",
      "deletion",
      ({ people: { superadmin, admin } }: World) => send(superadmin, "DELETE", `/api/admin/delete/${admin.account.id}`),
    ],
    [
      "admin",
      "a password changed by a superadmin",
      ({ people: { superadmin, admin } }: World) =>
        send(superadmin, "PUT", `/api/admin/edit/${admin.account.id}`, {
          name: "Renamed",
          email: admin.account.email,
          password: NEXT_PASSWORD,
        }),
    ],
    [
      "admin",
      "becoming a plain user",
      ({ people: { admin } }: World) => db().account.update({ where: { id: admin.account.id }, data: { role: "user" } }),
    ],
    [
      "superadmin",
      "becoming an admin",
      ({ people: { superadmin } }: World) => db().account.update({ where: { id: superadmin.account.id }, data: { role: "admin" } }),
    ],
  ] as const)("the next request of the %s fails after %s", async (role, _name, end) => {
    const world = await newWorld();
    expect(await statuses(world.people[role])).toEqual(live);
    await end(world);
    expect(await statuses(world.people[role])).toEqual(dead);
  });
});

describe("a user who loses a project", () => {
  const edited = ({ people: { user } }: World, assignedProjects: string[]) => ({
    fullName: user.account.name,
    email: user.account.email,
    assignedProjects,
  });

  it("can't open its map any more, and finds it in no list", async () => {
    const world = await newWorld();
    const { admin, user } = world.people;
    const { project } = await publishMap({ "index.html": "map" });
    await assign(project.id, user.account.id);
    const path = `/projects/maps/${project.safeName}/`;
    expect((await product.ask(path, { headers: user.browser })).status).toBe(302);
    await send(admin, "PUT", `/api/user/edit/${user.account.id}`, edited(world, [world.project.id]));
    expect((await product.ask(path, { headers: user.browser })).status).toBe(404);
    for (const page of ["/projects", "/dashboard"]) {
      expect((await product.ask(page, { headers: user.browser })).body).not.toContain(project.name);
    }
    expect((await product.ask("/api/auth/me", { headers: user.bearer })).body).not.toContain(project.name);
  });

  /** The maps process has a clock that tests can advance. The running product ends the right. */
  it.each([
    [
      "a changed assignment",
      async (world: World) =>
        send(world.people.admin, "PUT", `/api/user/edit/${world.people.user.account.id}`, edited(world, [(await createProject(null)).id])),
    ],
    ...ends
      .filter(([name]) => name !== "another role")
      .map(([name, end]) => [name, async (world: World) => end(world, await signInAs(world.people.user.account))] as const),
  ] as const)("loses the tiles within 30 seconds after %s", async (_name, lose) => {
    const servers = await startMapServers();
    try {
      const world = await newWorld();
      const { project } = await publishMap({ "tiles/0.png": "tile" });
      await assign(project.id, world.people.user.account.id);
      const headers = { ...subresource, cookie: cookieFor(rightOf(world.people.user, project)) };
      const status = async () => (await servers.ask(`/projects/maps/${project.safeName}/tiles/0.png`, { headers })).status;
      expect(await status()).toBe(200);
      await lose(world);
      servers.wait(30);
      expect(await status()).toBe(404);
    } finally {
      await servers.close();
    }
  });
});
