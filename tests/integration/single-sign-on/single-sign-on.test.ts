import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { sessionCookieName } from "@/lib/accounts/sessions/cookie";
import { unlinkIdentities } from "@/lib/accounts/single-sign-on/mutations";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { OIDC_CLIENT, OidcProvider, type ProviderPerson } from "../../services/oidc-provider";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { Visitor } from "../../setup/visitor";

let provider: OidcProvider;
let product: RunningProduct;
let origin: string;

function start(more: Record<string, string>): Promise<RunningProduct> {
  return startProduct(({ app }) => ({
    APP_ORIGIN: `http://localhost:${app}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_ALLOWED_DOMAINS: "example.com, example.org",
    ...more,
  }));
}

beforeAll(async () => {
  provider = await OidcProvider.start();
  product = await start({ OIDC_ROLE_CLAIM: "roles", OIDC_GROUPS_CLAIM: "roles" });
  origin = `http://localhost:${product.ports.app}`;
  provider.serve(origin);
});
afterAll(async () => {
  await product.close();
  await provider.close();
});
beforeEach(() => {
  provider.setDown(false);
  provider.padTokens(0);
});

/** Has a new person at the provider. */
function newPerson(claims: Partial<ProviderPerson> = {}): ProviderPerson & { email: string } {
  const sub = randomUUID();
  const person = { sub, email: `${sub}@example.com`, email_verified: true, name: "Ada Harbour", ...claims };
  provider.person = person;
  return person;
}

/** Begins a sign-in. @returns URL that NextAuth sends the browser to */
async function begin(visitor: Visitor): Promise<string> {
  const { csrfToken } = (await (await visitor.visit(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
  const answer = await visitor.visit(`${origin}/api/auth/signin/oidc`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, callbackUrl: "/projects", json: "true" }),
  });
  return ((await answer.json()) as { url: string }).url;
}

interface Ended {
  /** Path that the browser is sent to. */
  path: string;
  isSignedIn: boolean;
}

async function end(visitor: Visitor, callback: string): Promise<Ended> {
  const answer = await visitor.visit(callback);
  const first = new URL(answer.headers.get("location") ?? "", origin);
  // NextAuth sends errors to its own page first, which redirects to ours.
  const last = first.pathname === "/api/auth/error" ? await visitor.followTo(`${origin}/login`, first.href) : first.href;
  const { pathname, searchParams } = new URL(last);
  const error = searchParams.get("error");
  const me = await visitor.visit(`${origin}/api/auth/me`);
  return { path: error ? `${pathname}?error=${error}` : pathname, isSignedIn: me.status === 200 };
}

async function signIn(visitor = new Visitor()): Promise<Ended> {
  return end(visitor, await visitor.followTo(`${origin}/api/auth/callback`, await begin(visitor)));
}

/** Signs in with NextAuth's own form. @returns the status */
async function signInByPassword(visitor: Visitor, base: string, email: string, password: string): Promise<number> {
  const { csrfToken } = (await (await visitor.visit(`${base}/api/auth/csrf`)).json()) as { csrfToken: string };
  const headers = { origin: base, "content-type": "application/json" };
  const body = JSON.stringify({ email, password, csrfToken, json: "true" });
  return (await visitor.visit(`${base}/api/auth/callback/credentials`, { method: "POST", headers, body })).status;
}

const SIGNED_IN = { path: "/projects", isSignedIn: true };
const refused = (error: string) => ({ path: `/login?error=${error}`, isSignedIn: false });

const findByEmail = (email: string) => db().account.findUnique({ where: { email } });

async function actionsOn(targetName: string): Promise<string[]> {
  const events = await db().auditEvent.findMany({ where: { targetName }, orderBy: { id: "asc" } });
  return events.map(({ action }) => action);
}

describe("a person of an allowed domain", () => {
  it("gets an account and a session, and the same account the next time", async () => {
    const { email } = newPerson();
    const visitor = new Visitor();
    expect(await signIn(visitor)).toEqual(SIGNED_IN);
    const account = await findByEmail(email);
    expect(account).toMatchObject({ role: "user", name: "Ada Harbour" });
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await db().identity.count({ where: { accountId: account?.id ?? "" } })).toBe(1);
    expect(await db().session.count({ where: { accountId: account?.id ?? "" } })).toBe(2);
    expect(await actionsOn(email)).toEqual(["account.created"]);
    expect(visitor.cookie(origin, sessionCookieName())).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it("ends the former session of its browser with a new sign-in, also with one by password", async () => {
    const { email } = newPerson();
    const visitor = new Visitor();
    await signIn(visitor);
    const cookies = [visitor.cookie(origin, sessionCookieName())];
    expect(await signIn(visitor)).toEqual(SIGNED_IN);
    cookies.push(visitor.cookie(origin, sessionCookieName()));
    const account = await createAccount("user", { passwordHash: await hashPassword("a long password") });
    expect(await signInByPassword(visitor, origin, account.email, "a long password")).toBe(200);
    cookies.push(visitor.cookie(origin, sessionCookieName()));
    const statusOf = async (cookie?: string) =>
      (await fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${cookie}` } })).status;
    expect(await Promise.all(cookies.map(statusOf))).toEqual([401, 401, 200]);
    const former = await findByEmail(email);
    expect(await db().auditEvent.count({ where: { action: "session.ended", actorId: former?.id ?? "" } })).toBe(2);
  });

  it("is linked to the account with the same address", async () => {
    const account = await createAccount("admin", { email: `${randomUUID()}@example.org` });
    newPerson({ email: account.email.toUpperCase(), roles: ["admin"] });
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await db().session.count({ where: { accountId: account.id } })).toBe(1);
    expect(await actionsOn(account.email)).toContain("account.linked");
  });

  it("keeps the account when the address changes at the provider", async () => {
    const person = newPerson();
    await signIn();
    const other = await createAccount("user", { email: `${randomUUID()}@example.com` });
    provider.person = { ...person, email: other.email };
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await db().session.count({ where: { accountId: other.id } })).toBe(0);
    const account = await findByEmail(person.email);
    expect(await db().session.count({ where: { accountId: account?.id ?? "" } })).toBe(2);
  });

  it("signs in twice at once and gets one account", async () => {
    const { email } = newPerson();
    const visitors = [new Visitor(), new Visitor(), new Visitor()];
    const callbacks = await Promise.all(visitors.map(async (one) => one.followTo(`${origin}/api/auth/callback`, await begin(one))));
    const ends = await Promise.all(visitors.map((one, index) => end(one, callbacks[index] ?? "")));
    expect(ends).toEqual([SIGNED_IN, SIGNED_IN, SIGNED_IN]);
    const account = await findByEmail(email);
    expect(await db().session.count({ where: { accountId: account?.id ?? "" } })).toBe(3);
  });
});

describe("roles", () => {
  it("follow the claim at each sign-in, and only users have assigned projects", async () => {
    const person = newPerson({ roles: ["staff"] });
    await signIn();
    const account = await findByEmail(person.email);
    expect(account?.role).toBe("user");
    const project = await createProject(null);
    await assign(project.id, account?.id ?? "");
    provider.person = { ...person, roles: ["staff", "admin"] };
    expect(await signIn()).toEqual(SIGNED_IN);
    expect((await findByEmail(person.email))?.role).toBe("admin");
    expect(await db().assignment.count({ where: { accountId: account?.id ?? "" } })).toBe(0);
    provider.person = { ...person, roles: [] };
    expect(await signIn()).toEqual(SIGNED_IN);
    expect((await findByEmail(person.email))?.role).toBe("user");
    expect(await actionsOn(person.email)).toEqual(["account.created", "account.changed", "account.changed"]);
  });

  it("lead to groups, which a user joins and leaves at each sign-in", async () => {
    const { id: groupId } = await db().group.create({ data: { name: `Crew ${randomUUID()}`, claimValues: ["crew"] } });
    const membership = () => db().groupMember.findMany({ where: { groupId } });
    const person = newPerson({ roles: ["crew"] });
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await membership()).toMatchObject([{ accountId: (await findByEmail(person.email))?.id, isFromClaim: true }]);
    provider.person = { ...person, roles: ["masters"] };
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await membership()).toEqual([]);
    provider.person = { ...person, roles: ["crew", "admin"] };
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await membership()).toEqual([]);
  });

  it("never make a superadmin", async () => {
    const person = newPerson({ roles: ["superadmin"] });
    await signIn();
    expect((await findByEmail(person.email))?.role).toBe("user");
  });
});

describe("the sign-in is refused", () => {
  it.each<[string, Partial<ProviderPerson>, string]>([
    ["with an unverified address", { email_verified: false }, "unverified"],
    ["with an address that the provider says nothing about", { email_verified: undefined as never }, "unverified"],
    ["without an address", { email: "" }, "unverified"],
    ["with an address of another domain", { email: `${randomUUID()}@example.net` }, "domain"],
    ["with an address of a subdomain", { email: `${randomUUID()}@sub.example.com` }, "domain"],
    ["with an address that ends like an allowed domain", { email: `${randomUUID()}@anexample.com` }, "domain"],
  ])("%s", async (_what, claims, reason) => {
    const { sub } = newPerson(claims);
    expect(await signIn()).toEqual(refused(reason));
    expect(await db().identity.count({ where: { subject: sub } })).toBe(0);
    if (claims.email) expect(await findByEmail(claims.email)).toBeNull();
  });

  it("after the end of the account", async () => {
    const { email } = newPerson();
    await signIn();
    await db().account.update({ where: { email }, data: { expiresAt: new Date() } });
    expect(await signIn()).toEqual(refused("ended"));
  });

  it("after the account was deleted, until an admin creates one with that address", async () => {
    const { email } = newPerson();
    await signIn();
    await db().account.delete({ where: { email } });
    expect(await signIn()).toEqual(refused("removed"));
    expect(await findByEmail(email)).toBeNull();
    expect(await actionsOn(email)).toContain("session.refused");
    await createAccount("user", { email });
    expect(await signIn()).toEqual(SIGNED_IN);
  });

  it("for another person who has the address of an account now", async () => {
    const { email } = newPerson();
    await signIn();
    newPerson({ email });
    expect(await signIn()).toEqual(refused("taken"));
    expect(await unlinkIdentities(email, {})).toBe(true);
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(await actionsOn(email)).toEqual(["account.created", "session.refused", "account.unlinked", "account.linked"]);
  });

  it("with a nonce that is not the browser's", async () => {
    newPerson();
    const visitor = new Visitor();
    const url = new URL(await begin(visitor));
    expect(url.searchParams.get("nonce")).toMatch(/^[\w-]{43}$/);
    url.searchParams.set("nonce", "another");
    const callback = await visitor.followTo(`${origin}/api/auth/callback`, url.href);
    expect(await end(visitor, callback)).toEqual(refused("OAuthCallback"));
  });

  it("with a state that is not the browser's", async () => {
    newPerson();
    const visitor = new Visitor();
    const callback = new URL(await visitor.followTo(`${origin}/api/auth/callback`, await begin(visitor)));
    callback.searchParams.set("state", "another");
    expect(await end(visitor, callback.href)).toEqual(refused("OAuthCallback"));
  });

  it("with a code that another browser asked for", async () => {
    newPerson();
    const [victim, attacker] = [new Visitor(), new Visitor()];
    const stolen = new URL(await attacker.followTo(`${origin}/api/auth/callback`, await begin(attacker)));
    const own = new URL(await begin(victim)).searchParams.get("state") ?? "";
    stolen.searchParams.set("state", own);
    expect(await end(victim, stolen.href)).toEqual(refused("OAuthCallback"));
    expect(await end(new Visitor(), stolen.href)).toEqual(refused("OAuthCallback"));
  });

  it("with a code that was used before", async () => {
    newPerson();
    const visitor = new Visitor();
    const callback = await visitor.followTo(`${origin}/api/auth/callback`, await begin(visitor));
    const replaying = visitor.copy();
    expect(await end(visitor, callback)).toEqual(SIGNED_IN);
    expect(await end(replaying, callback)).toEqual(refused("OAuthCallback"));
  });

  it("when the provider reports an error", async () => {
    expect(await end(new Visitor(), `${origin}/api/auth/callback/oidc?error=access_denied`)).toEqual(refused("Callback"));
  });

  it("when the provider's answer with the tokens has more than 64 KB", async () => {
    newPerson();
    provider.padTokens(30_000);
    expect(await signIn()).toEqual(SIGNED_IN);
    provider.padTokens(70_000);
    expect(await signIn()).toEqual(refused("OAuthCallback"));
  });

  it("while the provider is down", async () => {
    newPerson();
    provider.setDown(true);
    const visitor = new Visitor();
    expect(await begin(visitor)).toBe(`${origin}/api/auth/error?error=OAuthSignin`);
  });
});

describe("with OIDC_ONLY", () => {
  it("only superadmins can sign in with their passwords, at both ways in", async () => {
    const only = await start({ OIDC_ONLY: "1" });
    const password = "a long password";
    const passwordHash = await hashPassword(password);
    const base = `http://localhost:${only.ports.app}`;
    const headers = { origin: base, "content-type": "application/json" };
    for (const [role, status] of [
      ["superadmin", 200],
      ["admin", 401],
      ["user", 401],
    ] as const) {
      const { email } = await createAccount(role, { passwordHash });
      const body = JSON.stringify({ email, password });
      expect((await fetch(`${base}/api/auth/login`, { method: "POST", headers, body })).status).toBe(status);
      expect(await signInByPassword(new Visitor(), base, email, password)).toBe(status);
    }
    await only.close();
  });
});
