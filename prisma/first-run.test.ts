import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planFirstRun, readPlan, removePlan, savePlan, writeSignIn } from "./first-run";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "first-run-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe("planFirstRun", () => {
  test("plans a superadmin with a random password", () => {
    const [first, second] = [planFirstRun("db", { demo: false }), planFirstRun("db", { demo: false })];
    expect(first.accounts).toMatchObject([{ role: "superadmin", email: "superadmin@sea-vision.local", isGenerated: true }]);
    expect(first.accounts[0]?.password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(first.accounts[0]?.password).not.toBe(second.accounts[0]?.password);
    expect(first.demoBlobKey).toBeNull();
  });

  test("uses the email address and the password of the settings", () => {
    const { accounts } = planFirstRun("db", { superadminEmail: " Chief@Example.com", superadminPassword: "a long secret", demo: false });
    expect(accounts).toMatchObject([{ email: "chief@example.com", password: "a long secret", isGenerated: false }]);
  });

  test("plans a demo admin, a demo user and a blob key for the map with the demo option", () => {
    const { accounts, demoBlobKey } = planFirstRun("db", { demo: true });
    expect(accounts.map(({ role }) => role)).toEqual(["superadmin", "admin", "user"]);
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
    expect(demoBlobKey).toMatch(/^[0-9a-f]{32}$/);
  });

  test("plans no second account with the superadmin's email address", () => {
    const { accounts } = planFirstRun("db", { superadminEmail: "user@sea-vision.local", demo: true });
    expect(accounts.map(({ role }) => role)).toEqual(["superadmin", "admin"]);
  });

  test("returns a plan that is stored readable by its owner only, until it is removed", async () => {
    expect(await readPlan(dataDir)).toBeNull();
    const plan = planFirstRun("db", { demo: true });
    await savePlan(dataDir, plan);
    expect(await readPlan(dataDir)).toEqual(plan);
    expect((await stat(path.join(dataDir, "first-run.json"))).mode & 0o777).toBe(0o600);
    await removePlan(dataDir);
    await removePlan(dataDir);
    expect(await readdir(dataDir)).toEqual([]);
  });
});

test("writeSignIn writes a file readable by its owner only, without a password from the settings", async () => {
  const { accounts } = planFirstRun("db", { superadminPassword: "a long secret", demo: true });
  await writeSignIn(dataDir, accounts);
  const file = path.join(dataDir, "first-sign-in.txt");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, "utf8");
  expect(text).toContain("superadmin@sea-vision.local");
  expect(text).not.toContain("a long secret");
  for (const { email, password } of accounts.slice(1)) expect(text).toMatch(new RegExp(`${email} +${password}\n`));
});
