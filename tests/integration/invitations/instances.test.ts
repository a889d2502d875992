import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { NEXT_PASSWORD, newInvitation } from "../../authorization/world";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { uniqueEmail } from "../people/calls";

/** Two instances on one database. The second one is public and has no mail server. */
let first: RunningProduct;
let second: RunningProduct;
let admin: SignedIn;

beforeAll(async () => {
  const isPublic = {
    APP_ORIGIN: "https://sea-vision.example.com",
    MAPS_ORIGIN: "https://maps.example.net",
    SUPPORT_CONTACT: "helpdesk@example.com",
  };
  [first, second] = await Promise.all([startProduct(), startProduct(isPublic)]);
  admin = await signedIn("admin");
});
afterAll(() => Promise.all([first.close(), second.close()]));

function acceptOn({ ask }: RunningProduct, token: string) {
  return ask("/api/auth/accept-invitation", { method: "POST", body: { token, fullName: "Ada", newPassword: NEXT_PASSWORD } });
}

const pageOn = async ({ ask }: RunningProduct, token: string) => (await ask(`/invitation?token=${token}`)).body;

it("an invitation that is revoked on one instance has no effect on any", async () => {
  const { id, token } = await newInvitation("user");
  for (const product of [first, second]) expect(await pageOn(product, token)).toContain("Create your account");
  const revoked = await first.ask(`/api/user/invitation/${id}`, { method: "DELETE", headers: admin.bearer });
  expect(revoked.status).toBe(200);
  for (const product of [first, second]) {
    expect((await acceptOn(product, token)).status).toBe(400);
    expect(await pageOn(product, token)).toContain("no longer valid");
  }
  expect(await db().account.count({ where: { id } })).toBe(0);
});

it("a link that is used on both instances at the same time works once", async () => {
  const { id, token } = await newInvitation("user");
  const answers = await Promise.all([first, second].map((product) => acceptOn(product, token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await db().session.count({ where: { accountId: id } })).toBe(1);
});

it("an instance without a mail server invites by a link of its own, and mails none", async () => {
  const email = uniqueEmail();
  const assignedProjects = [(await createProject(null)).id];
  const post = { method: "POST", headers: admin.bearer } as const;
  const created = await second.ask("/api/user/create", { ...post, body: { fullName: "Ada", email, invite: true, assignedProjects } });
  expect(created.status).toBe(201);
  const { user } = JSON.parse(created.body);
  expect(await db().invitation.count({ where: { accountId: user._id, dueAt: null } })).toBe(1);
  expect((await second.ask(`/api/user/invitation/${user._id}`, post)).status).toBe(409);
  const { url } = JSON.parse((await second.ask(`/api/user/invitation-link/${user._id}`, post)).body);
  expect(url).toMatch(/^https:\/\/sea-vision\.example\.com\/invitation\?token=/);
  expect((await acceptOn(second, new URL(url).searchParams.get("token") ?? "")).status).toBe(200);
});

it("an instance without a mail server says on the sign-in screen whom to ask for a new password", async () => {
  expect((await second.ask("/login")).body).toContain("mailto:helpdesk@example.com");
  expect((await first.ask("/login")).body).not.toContain("sends no mails");
});

it("an instance with single sign-on only leads to the provider, and takes no password", async () => {
  const provider = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "sea-vision", OIDC_CLIENT_SECRET: "secret" };
  const product = await startProduct({ ...provider, OIDC_ALLOWED_DOMAINS: "example.com", OIDC_LABEL: "Harbour Office", OIDC_ONLY: "1" });
  try {
    const { id, token } = await newInvitation("user");
    const page = await pageOn(product, token);
    expect([page.includes("Harbour Office"), page.includes("Confirm Password")]).toEqual([true, false]);
    expect((await acceptOn(product, token)).status).toBe(403);
    expect(await db().invitation.count({ where: { accountId: id } })).toBe(1);
  } finally {
    await product.close();
  }
});
