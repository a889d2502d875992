import { randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trustDevice } from "@/lib/accounts/sessions/device";
import { keyFor, type SessionClaims, signToken } from "@/lib/accounts/sessions/token";
import { env } from "@/lib/env";
import { passCookies, signTicket } from "@/lib/maps/policy";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { newReset, newWorld, type World } from "../../authorization/world";
import { rightOf } from "../maps/map-server";

let product: RunningProduct;
let world: World;

beforeAll(async () => {
  [product, world] = await Promise.all([startProduct(), newWorld()]);
});
afterAll(() => product.close());

function claims(): SessionClaims {
  const { account, session } = world.people.superadmin;
  const exp = Math.floor(session.expiresAt.getTime() / 1000);
  return { sub: account.id, sid: session.id, email: account.email, fullName: account.name, role: account.role, exp };
}

const parts = () => world.people.superadmin.token.split(".") as [string, string, string];
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Changes a letter in the middle. */
const spoiled = (text: string) => `${text.slice(0, 5)}${text[5] === "A" ? "B" : "A"}${text.slice(6)}`;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Changes the last letter to one that decodes to the same bytes: the decoder ignores its lower two bits. */
const respelled = (text: string) => `${text.slice(0, -1)}${LETTERS[LETTERS.indexOf(text.at(-1) ?? "") ^ 1]}`;
const signed = (header: { alg: string }, key: Uint8Array, given: object = claims()) =>
  new SignJWT({ ...given }).setProtectedHeader(header).sign(key);
const cookieValue = (cookie: string | undefined) => cookie?.split(";")[0]?.split(/=(.*)/)[1] ?? "";

const tokens: [name: string, make: () => string | Promise<string>][] = [
  ["with another header", () => [coded({ alg: "HS256", typ: "JWT", kid: "../../dev/null" }), ...parts().slice(1)].join(".")],
  [
    "with a spoiled header",
    () =>
      parts()
        .map((part, index) => (index === 0 ? spoiled(part) : part))
        .join("."),
  ],
  [
    "with a spoiled payload",
    () =>
      parts()
        .map((part, index) => (index === 1 ? spoiled(part) : part))
        .join("."),
  ],
  [
    "with a spoiled signature",
    () =>
      parts()
        .map((part, index) => (index === 2 ? spoiled(part) : part))
        .join("."),
  ],
  ["with another payload", () => [parts()[0], coded({ ...claims(), exp: 9e9 }), parts()[2]].join(".")],
  ["with another last letter of the same bytes", () => respelled(world.people.superadmin.token)],
  ["with padding", () => `${world.people.superadmin.token}=`],
  ["with a blank in its signature", () => `${world.people.superadmin.token.slice(0, -5)} ${world.people.superadmin.token.slice(-5)}`],
  ["cut short", () => world.people.superadmin.token.slice(0, -1)],
  ["without its signature", () => parts().slice(0, 2).join(".")],
  ["with an empty signature", () => `${parts().slice(0, 2).join(".")}.`],
  ["with an additional part", () => `${world.people.superadmin.token}.x`],
  ["twice", () => `${world.people.superadmin.token}${world.people.superadmin.token}`],
  ["that has expired", () => signToken({ ...claims(), exp: Math.floor(Date.now() / 1000) - 1 })],
  ["that never ends", () => signed({ alg: "HS256" }, keyFor("session token"), { ...claims(), exp: undefined })],
  ["without a signer", () => new UnsecuredJWT({ ...claims() }).encode()],
  ["without a signer, in capitals", () => `${coded({ alg: "NONE" })}.${coded(claims())}.`],
  ["that another secret signed", () => signed({ alg: "HS256" }, new TextEncoder().encode("another secret of thirty-two characters"))],
  ["that the secret itself signed", () => signed({ alg: "HS256" }, new TextEncoder().encode(env().authSecret))],
  ["that an empty key signed", () => signed({ alg: "HS256" }, new Uint8Array(32))],
  ["of another algorithm", () => signed({ alg: "HS512" }, keyFor("session token"))],
  ["of another purpose's key", () => signed({ alg: "HS256" }, keyFor("NextAuth forms"))],
  ["made by NextAuth", () => encode({ token: { sub: claims().sub }, secret: env().authSecret })],
  ["that is a map's ticket", () => signTicket(rightOf(world.people.superadmin, world.project), Date.now())],
  ["that is a map's cookie", () => cookieValue(passCookies(rightOf(world.people.superadmin, world.project), Date.now())[0])],
  ["that is a device's cookie", async () => cookieValue(await trustDevice(world.people.superadmin.account.id))],
  ["that is a link of a mail", () => newReset(world.people.user.account.id)],
  ["of a session that never was", () => signToken({ ...claims(), sid: randomUUID() })],
  ["of another user's session", () => signToken({ ...claims(), sid: world.people.user.session.id })],
  ["of a higher role", () => signToken({ ...claims(), sub: world.people.user.account.id, sid: world.people.user.session.id })],
  ["of no account", () => signed({ alg: "HS256" }, keyFor("session token"), { ...claims(), sub: "' OR 1=1 --" })],
  ["without claims", () => signed({ alg: "HS256" }, keyFor("session token"), {})],
  ["that is garbage", () => "a.b.c"],
  ["that is a word", () => "undefined"],
  ["that is encoded", () => "%00%ff%zz"],
  ["that is long", () => "x".repeat(6_000)],
];

describe("a token", () => {
  it("that is valid opens the routes that the others can't", async () => {
    for (const way of ["bearer", "browser"] as const) {
      expect((await product.ask("/api/admin/all", { headers: world.people.superadmin[way] })).status).toBe(200);
    }
  });

  it.each(tokens)("%s opens no route", async (_, make) => {
    const token = await make();
    const ways: [string, Record<string, string>][] = [
      ["bearer", { authorization: `Bearer ${token}` }],
      ["cookie", { cookie: `sea-vision.session=${token}`, origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }],
    ];
    for (const [way, headers] of ways) {
      const status = async (path: string, method = "GET") => [way, method, path, (await product.ask(path, { method, headers })).status];
      for (const path of ["/api/auth/me", "/api/admin/all", "/api/audit"]) expect(await status(path)).toEqual([way, "GET", path, 401]);
      for (const path of ["/api/auth/refresh", "/api/admin/create", "/extract-tus-zip"])
        expect(await status(path, "POST")).toEqual([way, "POST", path, 401]);
      const tus = { ...headers, "tus-resumable": "1.0.0", "upload-length": "1" };
      expect((await product.ask("/files", { method: "POST", headers: tus })).status).toBe(401);
      expect((await product.ask("/projects/maps/x/", { headers })).status).toBe(401);
      const page = await product.ask("/projects", { headers });
      expect([page.status, page.headers.location]).toEqual([307, "/?next=%2Fprojects"]);
      expect((await product.ask("/login", { headers })).status).toBe(200);
      const session = await product.ask("/api/auth/session", { headers });
      expect([session.status, session.body]).toEqual([200, "{}"]);
      expect((await product.ask("/api/auth/logout", { method: "POST", headers })).status).toBe(200);
    }
  });

  it("next to a valid cookie is checked alone", async () => {
    const { browser } = world.people.superadmin;
    expect((await product.ask("/api/admin/all", { headers: { ...browser, authorization: "Bearer a.b.c" } })).status).toBe(401);
  });
});
