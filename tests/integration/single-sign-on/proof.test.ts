import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { OIDC_CLIENT, OidcProvider } from "../../services/oidc-provider";
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
