import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { NEXT_PASSWORD, newReset, newWorld, PASSWORD, type World } from "../../authorization/world";
import type { SignedIn } from "../../setup/signed-in";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Properties of an account that no body may set. */
function claimed({ people }: World) {
  const hash = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  const id = people.superadmin.account.id;
  const role = { role: "superadmin", userRole: "superadmin", roles: ["superadmin"], isAdmin: true, isSuperadmin: true };
  const maker = {
    createdBy: id,
    createdById: id,
    creator: id,
    createdByModel: "SuperAdmin",
    ownerId: id,
    createdAt: "2001-01-01T00:00:00Z",
  };
  // A JSON parser makes this an own key. An object literal would not.
  const prototype = JSON.parse(
    '{ "__proto__": { "role": "superadmin" }, "constructor": { "prototype": { "role": "superadmin" } } }',
  ) as object;
  return { ...prototype, ...role, ...maker, passwordHash: hash, hash, _id: id, id, accountId: id, sessionId: people.superadmin.session.id };
}

function call(by: SignedIn, method: string, path: string, body: unknown) {
  return product.ask(path, { method, headers: by.bearer, body });
}

const body = (world: World, given: object) => ({ ...claimed(world), ...given });
const email = () => `claims-${randomUUID()}@example.com`;
const find = (id: string) => db().account.findUniqueOrThrow({ where: { id } });

describe("role, creator, hash and id in the body are ignored", () => {
  it.each([
    [
      "user",
      "/api/user/create",
      ({ project }: World) => ({ fullName: "Climber", email: email(), password: NEXT_PASSWORD, assignedProjects: [project.id] }),
    ],
    ["admin", "/api/admin/create", () => ({ name: "Climber", email: email(), password: NEXT_PASSWORD })],
  ] as const)("when a new %s is created", async (role, path, given) => {
    const world = await newWorld();
    const wanted = given(world);
    const answer = await call(world.people.superadmin, "POST", path, body(world, wanted));
    expect(answer.status).toBe(201);
    const made = await db().account.findUniqueOrThrow({ where: { email: wanted.email } });
    expect([made.role, made.id === world.people.superadmin.account.id, made.createdAt.getFullYear() > 2001]).toEqual([role, false, true]);
    expect((await call(world.people.other, "POST", "/api/auth/login", { email: wanted.email, password: NEXT_PASSWORD })).status).toBe(200);
  });

  it("when a user and an admin are changed", async () => {
    const world = await newWorld();
    const { admin, superadmin, user } = world.people;
    const before = [await find(user.account.id), await find(admin.account.id), await find(superadmin.account.id)];
    const userBody = { fullName: user.account.name, email: user.account.email, assignedProjects: [world.project.id] };
    const adminBody = { name: admin.account.name, email: admin.account.email };
    expect((await call(admin, "PUT", `/api/user/edit/${user.account.id}`, body(world, userBody))).status).toBe(200);
    expect((await call(superadmin, "PUT", `/api/admin/edit/${admin.account.id}`, body(world, adminBody))).status).toBe(200);
    expect([await find(user.account.id), await find(admin.account.id), await find(superadmin.account.id)]).toEqual(before);
  });

  it.each([
    ["user", "PUT", "/api/user/edit-fullname", { fullName: "Another" }],
    ["admin", "PUT", "/api/admin/update", { name: "Another" }],
    ["superadmin", "PUT", "/api/superadmin/update", { name: "Another" }],
    ["user", "POST", "/api/user/change-password", { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD }],
    ["admin", "POST", "/api/admin/change-password", { oldPassword: PASSWORD, newPassword: NEXT_PASSWORD }],
  ] as const)("when the %s changes its own account: %s %s", async (role, method, path, given) => {
    const world = await newWorld();
    const { account } = world.people[role];
    expect((await call(world.people[role], method, path, body(world, given))).status).toBe(200);
    const after = await find(account.id);
    expect([after.role, after.email, after.passwordHash === claimed(world).hash]).toEqual([role, account.email, false]);
    const superadmin = await find(world.people.superadmin.account.id);
    if (role !== "superadmin") expect(superadmin).toEqual(world.people.superadmin.account);
  });

  it("in a password reset, which applies to the account of its link", async () => {
    const world = await newWorld();
    const { superadmin, user } = world.people;
    const token = await newReset(user.account.id);
    expect(
      (await call(world.people.other, "POST", "/api/auth/reset-password", body(world, { token, newPassword: NEXT_PASSWORD }))).status,
    ).toBe(200);
    expect(await find(superadmin.account.id)).toEqual(superadmin.account);
    expect((await find(user.account.id)).role).toBe("user");
  });
});

describe("an admin", () => {
  it("can't become a superadmin or change one", async () => {
    const world = await newWorld();
    const { admin, superadmin } = world.people;
    const tries = [admin, superadmin].flatMap(({ account }) =>
      (["user", "admin"] as const).map((kind) => {
        const given = { name: "Taken", fullName: "Taken", email: email(), password: NEXT_PASSWORD, assignedProjects: [world.project.id] };
        return [`/api/${kind}/edit/${account.id}`, body(world, given)] as const;
      }),
    );
    for (const [path, given] of tries) expect([403, 404]).toContain((await call(admin, "PUT", path, given)).status);
    for (const kind of ["user", "admin"]) {
      expect([403, 404]).toContain((await call(admin, "DELETE", `/api/${kind}/delete/${superadmin.account.id}`, {})).status);
    }
    for (const path of ["/api/superadmin/update", "/api/superadmin/change-password", "/api/admin/create"]) {
      const method = path.endsWith("update") ? "PUT" : "POST";
      expect(
        (await call(admin, method, path, body(world, { name: "Taken", oldPassword: PASSWORD, newPassword: NEXT_PASSWORD }))).status,
      ).toBe(403);
    }
    expect([await find(admin.account.id), await find(superadmin.account.id)]).toEqual([admin.account, superadmin.account]);
  });
});

describe("the last superadmin", () => {
  it("can't be deleted or demoted by any user and any request", async () => {
    const world = await newWorld();
    const { admin, superadmin } = world.people;
    const { id } = superadmin.account;
    await db().account.deleteMany({ where: { role: "superadmin", id: { not: id } } });
    for (const kind of ["user", "admin"]) {
      const own = await call(superadmin, "DELETE", `/api/${kind}/delete/${id}`, {});
      expect([own.status, JSON.parse(own.body).message]).toEqual([409, "You cannot delete your own account."]);
      expect((await call(superadmin, "DELETE", `/api/${kind}/delete/${id.toUpperCase()}`, {})).status).toBe(409);
      const given = { name: "Demoted", fullName: "Demoted", email: email(), role: kind, assignedProjects: [world.project.id] };
      expect((await call(superadmin, "PUT", `/api/${kind}/edit/${id}`, given)).status).toBe(404);
      expect([403, 404]).toContain((await call(admin, "DELETE", `/api/${kind}/delete/${id}`, {})).status);
    }
    expect((await call(superadmin, "PUT", "/api/superadmin/update", { name: superadmin.account.name, role: "user" })).status).toBe(200);
    expect(await find(id)).toMatchObject({ role: "superadmin", email: superadmin.account.email });
  });
});
