import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { createAccount } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";

const POLICY = "max-age=31536000";

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct({
    APP_ORIGIN: "https://sea-vision.example",
    MAPS_ORIGIN: "https://*.maps.example",
    MAPS_HOST: "0.0.0.0",
  });
});
afterAll(() => product.close());

it.each([
  ["a page", 200, "/login"],
  ["a redirect to the sign-in", 307, "/dashboard"],
  ["an API route", 200, "/api/health"],
  ["an API route without a session", 401, "/api/auth/me"],
  ["a handler of bytes", 200, "/api/health/live"],
  ["a handler of bytes without a session", 401, "/api/files/assets/download?filePath=a"],
  ["a map's address", 401, "/projects/maps/harbour/"],
  ["a missing file", 404, "/missing.png"],
] as const)("web sends Strict-Transport-Security with %s", async (_what, status, path) => {
  const answer = await product.ask(path);
  expect([answer.status, answer.headers["strict-transport-security"]]).toEqual([status, POLICY]);
});

it("web sends Strict-Transport-Security with a refused method and with a body that is too large", async () => {
  const { bearer } = await signedIn("admin");
  const headers = { ...bearer, "content-type": "application/json" };
  const sent = { method: "POST", headers, body: Buffer.alloc(2 * 1024 * 1024) };
  for (const [path, status] of [
    ["/api/health", 405],
    ["/api/auth/login", 413],
  ] as const) {
    const answer = await product.ask(path, sent);
    expect([answer.status, answer.headers["strict-transport-security"]]).toEqual([status, POLICY]);
  }
});

it.each([
  ["a health check", 200, "GET", "/healthz"],
  ["a map that is not open", 404, "GET", "/projects/maps/harbour/tiles/0.png"],
  ["a refused method", 405, "POST", "/projects/maps/harbour/"],
] as const)("maps sends Strict-Transport-Security with %s", async (_what, status, method, path) => {
  const answer = await product.ask(path, { on: "maps", method });
  expect([answer.status, answer.headers["strict-transport-security"]]).toEqual([status, POLICY]);
});

it.each(["app", "maps"] as const)("the server of %s sends Strict-Transport-Security with a malformed request", async (name) => {
  const socket = connect(product.ports[name], "127.0.0.1");
  socket.write("hello\r\n\r\n");
  expect(await text(socket)).toContain(`\r\nStrict-Transport-Security: ${POLICY}\r\n`);
});

it.each([
  ["app", "refuses", "HOST is not set"],
  ["maps", "accepts", "MAPS_HOST is 0.0.0.0"],
] as const)("the port of %s %s connections to another address of the machine when %s", async (name, outcome, _setting) => {
  const socket = connect(product.ports[name], "127.0.0.2");
  const connected = await once(socket, "connect").then(
    () => "accepts",
    () => "refuses",
  );
  socket.destroy();
  expect(connected).toBe(outcome);
});

it("web sets cookies with the prefix __Host-, HttpOnly, Secure and SameSite=Lax only", async () => {
  const password = "a long password";
  const { email } = await createAccount("user", { passwordHash: await hashPassword(password) });
  const answers = [
    await product.ask("/api/auth/login", { method: "POST", body: { email, password } }),
    await product.ask("/api/auth/csrf"),
    await product.ask("/api/auth/signin?callbackUrl=https://sea-vision.example/projects"),
  ];
  const cookies = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  const names = new Set(cookies.map((cookie) => cookie.split("=", 1)[0]));
  const expected = ["sea-vision.session", "sea-vision.device", "next-auth.csrf-token", "sea-vision.callback"];
  expect([...names]).toEqual(expected.map((name) => `__Host-${name}`));
  for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
