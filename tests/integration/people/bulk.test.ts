import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { POST as bulk } from "@/app/api/user/bulk/route";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { acceptWith, expire } from "../invitations/invitation-calls";
import { eventsOf, newUser, users } from "./calls";

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});
const { smtpUrl } = env();
afterEach(() => void Object.assign(env(), { smtpUrl }));

const invited = { invite: true, password: undefined };
const change = (by: SignedIn, body: object) => bulk(requestTo("/api/user/bulk", { method: "POST", headers: by.bearer, body }));

describe("deleting several users", () => {
  it("deletes them with an audit event each, and names those that failed", async () => {
    const [ada, bo] = [await newUser(admin), await newUser(admin, invited)];
    const gone = randomUUID();
    const answer = await change(admin, { action: "delete", users: [ada._id, gone, admin.account.id, bo._id, ada._id] });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        failed: [
          { _id: gone, message: "This account no longer exists." },
          { _id: admin.account.id, message: "You cannot delete your own account." },
        ],
        links: [],
      },
    ]);
    expect(await db().account.count({ where: { id: { in: [ada._id, bo._id] } } })).toBe(0);
    for (const { _id } of [ada, bo])
      expect((await eventsOf(_id)).at(-1)).toMatchObject({ action: "account.deleted", actorId: admin.account.id });
  });

  it("is refused to users, for no user, and for more than 1,000", async () => {
    const ada = await newUser(admin);
    expect((await change(await signedIn("user"), { action: "delete", users: [ada._id] })).status).toBe(403);
    expect((await change(admin, { action: "delete", users: [] })).status).toBe(400);
    expect((await change(admin, { action: "delete", users: Array.from({ length: 1_001 }, () => randomUUID()) })).status).toBe(400);
    expect(await db().account.count({ where: { id: ada._id } })).toBe(1);
  });
});

describe("inviting several users again", () => {
  it("returns a link for each without a mail server, and names those who have accepted", async () => {
    const [ada, bo] = [await newUser(admin, invited), await newUser(admin)];
    const { failed, links } = await (await change(admin, { action: "invite", users: [ada._id, bo._id] })).json();
    expect(failed).toEqual([{ _id: bo._id, message: "This invitation was accepted or revoked meanwhile." }]);
    expect(links).toMatchObject([{ _id: ada._id }]);
    expect((await acceptWith({ token: new URL(links[0].url).searchParams.get("token") })).status).toBe(200);
  });

  it("mails another link with a mail server, and returns none", async () => {
    const ada = await newUser(admin, invited);
    await expire(ada._id);
    Object.assign(env(), { smtpUrl: "smtp://mail.example" });
    expect(await (await change(admin, { action: "invite", users: [ada._id] })).json()).toEqual({ failed: [], links: [] });
    expect((await (await users.details(admin, ada._id)).json()).user.invitation.status).toBe("sending");
  });

  it("asks for a proof before it makes links", async () => {
    const ada = await newUser(admin, invited);
    const late = await signedIn("admin");
    await db().session.update({ where: { id: late.session.id }, data: { provenAt: new Date(0) } });
    const answer = await change(late, { action: "invite", users: [ada._id] });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "proof_required"]);
  });
});

describe("the filters of the list of users", () => {
  const listed = async (query: string) => {
    const { users: found, total } = await (await users.all(admin, query)).json();
    expect(total).toBe(found.length);
    return found.map(({ fullName }: { fullName: string }) => fullName).sort();
  };

  it("find users by status, group and assigned project, also together with a search", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const project = (await createProject(null)).id;
    const named = (name: string, body: object = {}) => newUser(admin, { fullName: `${name} ${word}`, ...body });
    const active = await named("active", { assignedProjects: [project] });
    await named("ended", { expiresAt: "2001-01-01T00:00:00Z" });
    await named("invited", invited);
    const expired = await named("expired", invited);
    await change(admin, { action: "invite", users: [expired._id] });
    await expire(expired._id);
    const group = await db().group.create({ data: { name: word, members: { create: { accountId: active._id } } } });
    const search = `?search=${word}`;
    expect(await listed(`${search}&status=active`)).toEqual([`active ${word}`]);
    expect(await listed(`${search}&status=invited`)).toEqual([`invited ${word}`]);
    expect(await listed(`${search}&status=expired`)).toEqual([`ended ${word}`, `expired ${word}`]);
    expect(await listed(`?group=${group.id}`)).toEqual([`active ${word}`]);
    expect(await listed(`?project=${project}`)).toEqual([`active ${word}`]);
    expect(await listed(`?project=${project}&status=invited`)).toEqual([]);
    expect(await listed(`${search}&status=&group=&project=`)).toHaveLength(4);
  });

  it.each(["status=gone", "group=1", "project=1"])("return 400 for %s", async (query) => {
    expect((await users.all(admin, `?${query}`)).status).toBe(400);
  });
});
