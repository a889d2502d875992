import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { signedIn } from "../../setup/signed-in";
import { SoftwareAuthenticator } from "../../setup/software-authenticator";

const provider = {
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "sea-vision",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_ALLOWED_DOMAINS: "example.com",
  OIDC_ONLY: "1",
};

let products: RunningProduct[] = [];

beforeAll(async () => {
  products = await Promise.all([startProduct(), startProduct(provider)]);
});
afterAll(() => Promise.all(products.map((product) => product.close())));

function product(number: number): RunningProduct {
  const found = products[number];
  if (!found) throw new Error("This instance was not started.");
  return found;
}

async function post(on: number, path: string, question: { headers?: Record<string, string>; body?: unknown } = {}) {
  const { status, body } = await product(on).ask(path, { method: "POST", ...question });
  return { status, body: JSON.parse(body) };
}

const signIn = async (on: number, authenticator: SoftwareAuthenticator, optionsFrom = on) => {
  const { body: options } = await post(optionsFrom, "/api/auth/passkey-sign-in/options");
  return (await post(on, "/api/auth/passkey-sign-in", { body: { response: authenticator.get(options) } })).status;
};

async function newPerson(role: "user" | "superadmin") {
  const person = await signedIn(role);
  const authenticator = new SoftwareAuthenticator(env().appOrigin);
  const headers = person.browser;
  const { body: options } = await post(0, "/api/auth/passkeys/options", { headers });
  const added = await post(1, "/api/auth/passkeys", { headers, body: { name: "Laptop", response: authenticator.create(options) } });
  expect(added.status).toBe(201);
  return { person, authenticator, id: String(added.body.passkey._id) };
}

describe("two instances", () => {
  it("share challenges and passkeys, and refuse a passkey that the other one removed", async () => {
    const { person, authenticator, id } = await newPerson("superadmin");
    expect(await signIn(0, authenticator, 1)).toBe(200);
    expect(await signIn(1, authenticator, 0)).toBe(200);
    expect((await product(0).ask(`/api/auth/passkeys/${id}`, { method: "DELETE", headers: person.browser })).status).toBe(200);
    expect(await signIn(1, authenticator)).toBe(401);
  });
});

describe("an instance with OIDC_ONLY", () => {
  it("accepts passkeys of superadmins only", async () => {
    expect(await signIn(1, (await newPerson("superadmin")).authenticator)).toBe(200);
    const { authenticator } = await newPerson("user");
    expect(await signIn(1, authenticator)).toBe(401);
    expect(await signIn(0, authenticator)).toBe(200);
  });
});
