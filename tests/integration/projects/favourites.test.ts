import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as all } from "@/app/api/project/all/route";
import { DELETE, PUT } from "@/app/api/project/favourite/[id]/route";
import { db } from "@/lib/db/client";
import { assign, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { pageOf } from "../assigned/calls";

let user: SignedIn;
let admin: SignedIn;
let id: string;

beforeAll(async () => {
  [user, admin] = [await signedIn("user"), await signedIn("admin")];
  ({ id } = await createProject(null, { name: "Starred" }));
  await assign(id, user.account.id);
});

async function change(method: "PUT" | "DELETE", caller: SignedIn, project = id): Promise<[number, unknown]> {
  const request = requestTo(`/api/project/favourite/${project}`, { method, headers: caller.browser });
  const answer = await (method === "PUT" ? PUT : DELETE)(request, { params: Promise.resolve({ id: project }) });
  return [answer.status, await answer.json()];
}

const seenBy = async (caller: SignedIn) => (await pageOf(caller)).projects.find(({ _id }) => _id === id)?.isFavourite;
const seenByAdmin = async () => {
  const answer = await all(requestTo("/api/project/all", { headers: admin.bearer }));
  const { projects } = await answer.json();
  return projects.find(({ _id }: { _id: string }) => _id === id).isFavourite;
};

describe("the favourites of an account", () => {
  it("are added once, listed for this account only, and removed", async () => {
    expect([await seenBy(user), await seenByAdmin()]).toEqual([false, false]);
    for (let times = 0; times < 2; times += 1) expect(await change("PUT", user)).toEqual([200, { isFavourite: true }]);
    expect([await seenBy(user), await seenByAdmin()]).toEqual([true, false]);
    await change("PUT", admin);
    for (let times = 0; times < 2; times += 1) expect(await change("DELETE", user)).toEqual([200, { isFavourite: false }]);
    expect([await seenBy(user), await seenByAdmin()]).toEqual([false, true]);
  });

  it("contain no project that the account may not open", async () => {
    const other = await signedIn("user");
    for (const method of ["PUT", "DELETE"] as const) {
      for (const project of [id, randomUUID(), "no-id"]) {
        expect(await change(method, other, project)).toMatchObject([404, { message: "This project no longer exists." }]);
      }
    }
    expect(await db().favourite.count({ where: { accountId: other.account.id } })).toBe(0);
  });

  it("are deleted with the project and with the account", async () => {
    const gone = await signedIn("admin");
    const { id: deleted } = await createProject(null);
    await change("PUT", gone, id);
    await change("PUT", admin, deleted);
    await db().account.delete({ where: { id: gone.account.id } });
    await db().project.delete({ where: { id: deleted } });
    expect(await db().favourite.count({ where: { OR: [{ accountId: gone.account.id }, { projectId: deleted }] } })).toBe(0);
  });
});
