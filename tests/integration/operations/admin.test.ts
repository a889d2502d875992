import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Copy, newCopy, Product, removeCopy } from "../supervisor/product";
import { runAdmin } from "./admin-shell";

let copy: Copy;
let product: Product;

const BOSS = "boss@example.com";

async function signIn(email: string, password: string): Promise<{ status: number; token: string }> {
  const headers = { "Content-Type": "application/json", Origin: product.origin };
  const answer = await fetch(`${product.origin}/api/auth/login`, { method: "POST", headers, body: JSON.stringify({ email, password }) });
  const body = (await answer.json()) as { token?: string };
  return { status: answer.status, token: body.token ?? "" };
}

async function fetchJson<Body>(at: string, token: string): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${product.origin}${at}`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Body };
}

beforeAll(async () => {
  copy = await newCopy();
  product = new Product(copy);
  await product.running();
});

afterAll(async () => {
  await product.end();
  await removeCopy(copy);
});

test("npm run admin creates a superadmin and resets its password while the product runs", async () => {
  const made = await runAdmin(copy.dataDir, ["create", "--email", "Boss@Example.com", "--name", "The Boss", "--generate"]);
  expect(made).toMatchObject({ code: 0, printed: expect.stringContaining(`${BOSS} is a superadmin now.`) });
  const generated = /shown this once: (\S+)/.exec(made.printed)?.[1] ?? "";
  const before = await signIn(BOSS, generated);
  expect(before.status).toBe(200);
  expect((await fetchJson("/api/auth/me", before.token)).status).toBe(200);

  const reset = await runAdmin(copy.dataDir, ["reset-password", "--email", BOSS, "--password-stdin"], "another long password\n");
  expect(reset).toMatchObject({ code: 0, printed: expect.stringContaining("1 session was ended.") });
  expect(reset.printed).not.toContain("another long password");
  expect((await fetchJson("/api/auth/me", before.token)).status).toBe(401);
  expect((await signIn(BOSS, generated)).status).toBe(401);
  const after = await signIn(BOSS, "another long password");
  expect(after.status).toBe(200);

  const { body } = await fetchJson<{ events: { action: string; actor: unknown; target: unknown; details: unknown }[] }>(
    `/api/audit?search=${BOSS}&action=account`,
    after.token,
  );
  const target = expect.objectContaining({ type: "account", name: BOSS });
  expect(body.events).toEqual([
    expect.objectContaining({
      action: "account.password-changed",
      actor: null,
      target,
      details: expect.objectContaining({ from: "the shell", endedSessions: 1 }),
    }),
    expect.objectContaining({ action: "account.created", actor: null, target, details: { role: "superadmin", from: "the shell" } }),
  ]);
});

test.each([
  [
    "an invalid email address",
    ["create", "--email", "boss", "--name", "B", "--generate"],
    "",
    1,
    "--email: Please enter a valid email address.",
  ],
  [
    "an account without a second factor to reset",
    ["reset-factors", "--email", BOSS],
    "",
    1,
    `There is no account ${BOSS} with two-step verification.`,
  ],
  ["a blank name", ["create", "--email", "b@example.com", "--name", " ", "--generate"], "", 1, "--name: A name is required."],
  ["a short password", ["create", "--email", "b@example.com", "--name", "B", "--password-stdin"], "seven77\n", 1, "at least 8 characters"],
  [
    "a common password",
    ["create", "--email", "b@example.com", "--name", "B", "--password-stdin"],
    "password1\n",
    1,
    "one of the most common ones",
  ],
  ["no terminal for the password", ["create", "--email", "b@example.com", "--name", "B"], "", 2, "There is no terminal"],
  [
    "two password options",
    ["create", "--email", "b@example.com", "--name", "B", "--generate", "--password-stdin"],
    "",
    2,
    "exclude each other",
  ],
  [
    "an unknown email address",
    ["reset-password", "--email", "unknown@example.com", "--generate"],
    "",
    1,
    "There is no account unknown@example.com.",
  ],
  ["a missing email address", ["reset-password", "--generate"], "", 2, "--email is missing."],
  ["an unknown option", ["list", "--all"], "", 2, "Unknown option '--all'"],
  ["no arguments", [], "", 2, "Usage: npm run admin"],
])(
  "npm run admin rejects %s",
  async (_what, words, input, code, words2) => {
    expect(await runAdmin(copy.dataDir, words, input)).toMatchObject({ code, printed: expect.stringContaining(words2) });
  },
  60_000,
);

test.each([["--help"], ["create", "-h"]])("npm run admin prints its usage for %s %s", async (...words) => {
  const result = await runAdmin(copy.dataDir, words);
  expect(result).toMatchObject({ code: 0, printed: expect.stringMatching(/^Usage: npm run admin/m) });
  expect(result.printed).not.toContain("Unknown option");
});

test("npm run admin starts the database of a stopped product and stops it again", async () => {
  await product.end();
  const before = (await readdir(copy.dataDir)).sort();
  const made = await runAdmin(
    copy.dataDir,
    ["create", "--email", "second@example.com", "--name", "Second", "--password-stdin"],
    "quite long enough",
  );
  expect(made).toMatchObject({ code: 0 });
  const again = await runAdmin(copy.dataDir, ["create", "--email", "second@example.com", "--name", "Second", "--generate"]);
  expect(again).toMatchObject({ code: 1, printed: expect.stringContaining("There is an account second@example.com already.") });
  expect(await runAdmin(copy.dataDir, ["list"])).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/second@example\.com {2}Second {2}since \d{4}-/),
  });
  expect((await readdir(copy.dataDir)).sort()).toEqual(before);
  expect(product.processes()).toEqual([]);
});

test("npm run admin exits with 2 for a folder without a product", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-empty-"));
  expect(await runAdmin(folder, ["list"])).toMatchObject({ code: 2, printed: expect.stringContaining("has not run there yet") });
  await rm(folder, { recursive: true });
});
