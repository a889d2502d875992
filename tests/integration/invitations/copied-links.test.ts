import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { POST as adminInvitation } from "@/app/api/admin/invitation-link/[id]/route";
import { POST as adminReset } from "@/app/api/admin/reset-link/[id]/route";
import { POST as userInvitation } from "@/app/api/user/invitation-link/[id]/route";
import { POST as userReset } from "@/app/api/user/reset-link/[id]/route";
import { findInvitation } from "@/lib/accounts/invitations/data";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { setPassword } from "../password-resets/reset-calls";
import { eventsOf, newAdmin, newUser, users } from "../people/calls";
import { acceptWith, expire, mailsTo, resend, tokenFor } from "./invitation-calls";

let admin: SignedIn;
let superadmin: SignedIn;

beforeAll(async () => {
  [admin, superadmin] = [await signedIn("admin"), await signedIn("superadmin")];
});
const { smtpUrl, deliversMail } = env();
afterEach(() => void Object.assign(env(), { smtpUrl, deliversMail }));

const invited = { invite: true, password: undefined };
const routes = {
  "user/invitation": userInvitation,
  "user/reset": userReset,
  "admin/invitation": adminInvitation,
  "admin/reset": adminReset,
};

function link(by: SignedIn, kind: keyof typeof routes, id: string): Promise<Response> {
  const request = requestTo(`/api/${kind}-link/${id}`, { method: "POST", headers: by.bearer });
  return routes[kind](request, { params: Promise.resolve({ id }) });
}

async function tokenOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return /^http:\/\/localhost:3000\/(?:invitation|reset-password)\?token=([\w-]{43})$/.exec((await answer.json()).url)?.[1] ?? "";
}

const makeProofOld = ({ session }: SignedIn) => db().session.update({ where: { id: session.id }, data: { provenAt: new Date(0) } });

describe("the copied link of an invitation", () => {
  it("replaces the mail that is due and former links, is audited, and is accepted once", async () => {
    const user = await newUser(admin, invited);
    const former = await tokenOf(await link(admin, "user/invitation", user._id));
    await expire(user._id);
    const token = await tokenOf(await link(admin, "user/invitation", user._id));
    expect(await findInvitation(former)).toBeNull();
    expect(await mailsTo(user.email)).toEqual([]);
    expect((await (await users.details(admin, user._id)).json()).user.invitation.status).toBe("pending");
    const event = { action: "invitation.link-created", actorId: admin.account.id, targetName: user.email };
    expect((await eventsOf(user._id)).slice(-2)).toMatchObject([event, event]);
    expect(JSON.stringify(await eventsOf(user._id))).not.toContain(token);
    expect((await acceptWith({ token })).status).toBe(200);
    expect((await acceptWith({ token })).status).toBe(400);
    expect((await link(admin, "user/invitation", user._id)).status).toBe(404);
  });

  it("is the only way to an invitation on a server whose mails reach no one", async () => {
    Object.assign(env(), { deliversMail: false });
    const user = await newUser(admin, invited);
    expect(user.invitation).toEqual({ status: "pending", expiresAt: null });
    expect(await mailsTo(user.email)).toEqual([]);
    expect((await resend(admin, user._id)).status).toBe(409);
    expect((await acceptWith({ token: await tokenOf(await link(admin, "user/invitation", user._id)) })).status).toBe(200);
  });

  it("ends when the invitation is mailed again", async () => {
    const user = await newUser(admin, invited);
    const token = await tokenOf(await link(admin, "user/invitation", user._id));
    expect((await resend(admin, user._id)).status).toBe(200);
    expect(await findInvitation(token)).toBeNull();
    expect((await acceptWith({ token: await tokenFor(user.email) })).status).toBe(200);
  });
});

describe("the copied link of a password reset", () => {
  it("sets a password once, and is audited", async () => {
    const user = await newUser(admin);
    const token = await tokenOf(await link(admin, "user/reset", user._id));
    const event = { action: "account.reset-link-created", actorId: admin.account.id, targetName: user.email };
    expect((await eventsOf(user._id)).at(-1)).toMatchObject(event);
    expect(JSON.stringify(await eventsOf(user._id))).not.toContain(token);
    expect((await setPassword({ token, newPassword: "a new harbour" })).status).toBe(200);
    expect((await setPassword({ token, newPassword: "a new harbour" })).status).toBe(400);
  });

  it("is refused for an invited account", async () => {
    const user = await newUser(admin, invited);
    expect((await link(admin, "user/reset", user._id)).status).toBe(409);
    expect(await db().passwordReset.count({ where: { accountId: user._id } })).toBe(0);
  });
});

describe("a copied link", () => {
  it("of an admin is made by superadmins only", async () => {
    const [other, waiting] = [await newAdmin(superadmin), await newAdmin(superadmin, invited)];
    for (const prefix of ["user", "admin"] as const) {
      const status = prefix === "user" ? 404 : 403;
      expect((await link(admin, `${prefix}/reset`, other._id)).status).toBe(status);
      expect((await link(admin, `${prefix}/invitation`, waiting._id)).status).toBe(status);
    }
    expect((await link(superadmin, "admin/reset", other._id)).status).toBe(200);
    expect((await link(superadmin, "admin/invitation", waiting._id)).status).toBe(200);
    expect((await link(superadmin, "admin/reset", superadmin.account.id)).status).toBe(404);
  });

  it("is refused where a mail server is set up", async () => {
    const [user, waiting] = [await newUser(admin), await newUser(admin, invited)];
    Object.assign(env(), { smtpUrl: "smtp://mail.example" });
    expect((await link(admin, "user/reset", user._id)).status).toBe(409);
    expect((await link(admin, "user/invitation", waiting._id)).status).toBe(409);
    expect(await db().passwordReset.count({ where: { accountId: user._id } })).toBe(0);
  });

  it("is refused without a recent proof", async () => {
    const [user, waiting] = [await newUser(admin), await newUser(admin, invited)];
    const late = await signedIn("admin");
    await makeProofOld(late);
    for (const answer of [await link(late, "user/reset", user._id), await link(late, "user/invitation", waiting._id)]) {
      expect([answer.status, (await answer.json()).code]).toEqual([403, "proof_required"]);
    }
  });
});
