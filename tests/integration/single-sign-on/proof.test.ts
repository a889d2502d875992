import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { OIDC_CLIENT, OidcProvider } from "../../services/oidc-provider";
import { signedIn } from "../../setup/signed-in";
import { Visitor } from "../../setup/visitor";

let provider: OidcProvider;
let product: RunningProduct;
let origin: string;

beforeAll(async () => {
  provider = await OidcProvider.start();
  product = await startProduct(({ app }) => ({
    APP_ORIGIN: `http://localhost:${app}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_ALLOWED_DOMAINS: "example.com",
    REQUIRE_PASSWORD_CHANGE: "1",
  }));
  origin = `http://localhost:${product.ports.app}`;
  provider.serve(origin);
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

function post(visitor: Visitor, path: string, body: object): Promise<Response> {
  const headers = { origin, "content-type": "application/json" };
  return visitor.visit(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Begins a sign-in as the screens do. @returns URL that NextAuth sends the browser to */
async function begin(visitor: Visitor, query = ""): Promise<string> {
  const { csrfToken } = (await (await visitor.visit(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
  const answer = await post(visitor, `/api/auth/signin/oidc${query}`, { csrfToken, callbackUrl: "/settings", json: "true" });
  return ((await answer.json()) as { url: string }).url;
}

const signIn = async (visitor: Visitor, query?: string) =>
  visitor.visit(await visitor.followTo(`${origin}/api/auth/callback`, await begin(visitor, query)));

it("a person without a password proves who they are at the provider", async () => {
  const sub = randomUUID();
  provider.person = { sub, email: `${sub}@example.com`, email_verified: true, name: "Ada Harbour" };
  const visitor = new Visitor();
  await signIn(visitor);
  expect(await (await visitor.visit(`${origin}/api/auth/proof`)).json()).toEqual({ methods: ["single-sign-on"] });
  const account = await db().account.findUniqueOrThrow({ where: { email: `${sub}@example.com` } });
  await db().session.updateMany({ where: { accountId: account.id }, data: { provenAt: new Date(0) } });
  const createToken = async () => (await post(visitor, "/api/auth/tokens", { name: "Build", scope: "read", expiresInDays: 7 })).status;
  expect(await createToken()).toBe(403);

  expect(new URL(await begin(new Visitor(), "?prompt=login")).searchParams.get("prompt")).toBe("login");
  await signIn(visitor, "?prompt=login");
  expect(await createToken()).toBe(201);
});

it("a superadmin is linked only from a session with a recent proof and a password of its own", async () => {
  const { account, session, browser } = await signedIn("superadmin");
  const email = `${randomUUID()}@example.com`;
  await db().account.update({ where: { id: account.id }, data: { email } });
  provider.person = { sub: randomUUID(), email, email_verified: true, name: "Ada Harbour" };
  const ended = async (visitor: Visitor) => new URL((await signIn(visitor)).headers.get("location") ?? "", origin);
  const signedInHere = () => Visitor.withCookies(origin, new Headers(browser).get("cookie") ?? "");
  const identities = () => db().identity.count({ where: { accountId: account.id } });

  expect((await ended(new Visitor())).search).toBe("?error=superadmin");
  await db().session.update({ where: { id: session.id }, data: { provenAt: new Date(0) } });
  expect((await ended(signedInHere())).search).toBe("?error=superadmin");
  expect(await identities()).toBe(0);

  await db().session.update({ where: { id: session.id }, data: { provenAt: new Date() } });
  await db().account.update({ where: { id: account.id }, data: { isPasswordAssigned: true } });
  expect((await ended(signedInHere())).search).toBe("?error=superadmin");
  expect(await identities()).toBe(0);

  await db().account.update({ where: { id: account.id }, data: { isPasswordAssigned: false } });
  expect((await ended(signedInHere())).pathname).toBe("/settings");
  expect(await identities()).toBe(1);
  expect((await ended(new Visitor())).pathname).toBe("/settings");
});

it("no parameter of a page reaches the provider but the one for a proof", async () => {
  const { searchParams } = new URL(await begin(new Visitor(), "?prompt=none&login_hint=grace@example.com&scope=admin"));
  expect([searchParams.get("prompt"), searchParams.get("login_hint"), searchParams.get("scope")]).toEqual([
    null,
    null,
    "openid email profile",
  ]);
});
