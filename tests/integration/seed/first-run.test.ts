import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, inject, test } from "vitest";
import { findAccountSecret } from "../../../lib/accounts/data";
import { verifyPassword } from "../../../lib/accounts/passwords/passwords";
import { db, pool } from "../../../lib/db/client";
import { env } from "../../../lib/env";
import { seed } from "../../../prisma/seed";
import { isOnS3, listStored } from "../../setup/stored-objects";

const planFile = () => path.join(env().dataDir, "first-run.json");
const signInFile = () => path.join(env().dataDir, "first-sign-in.txt");

async function canSignIn(email: string, password: string): Promise<boolean> {
  const secret = await findAccountSecret(email);
  return secret !== null && verifyPassword(secret.passwordHash, password);
}

/**
 * Seeds in a separate process and kills it when the condition is true.
 * @param next the table that the seed writes to afterwards. It has to wait there, so that it can't end before. Null: it may have ended
 */
async function seedUntil(isReached: () => Promise<boolean>, next: "Account" | "Blob" | "Import" | "Tree" | null): Promise<void> {
  const holder = await pool().connect();
  await holder.query("BEGIN");
  try {
    if (next) await holder.query(`LOCK TABLE "${next}" IN SHARE MODE`);
    const script = "const { seed } = await import(process.argv[1]); await seed({ demo: true }); process.exit(3);";
    const bundle = path.join(inject("bundles"), "seed.js");
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, bundle], { stdio: "ignore" });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    while (isRunning() && !(await isReached())) await pause(5);
    child.kill("SIGKILL");
    const endedBy = await ended;
    if (next) expect(endedBy, "the seed was over before it could be killed").toBe("SIGKILL");
    // A statement that waits would be executed after the end of its process.
    await holder.query(
      "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

afterEach(async () => {
  await pool().query(`TRUNCATE "Account", "Project", "Tree", "Blob", "Import", "AuditEvent" CASCADE`);
});

describe("seed on the first run", () => {
  test("creates only the superadmin without the demo option", async () => {
    const { firstRun, accounts } = await seed({ demo: false, superadminEmail: "chief@example.com", superadminPassword: "a long secret" });
    expect(firstRun).toBe(true);
    expect(accounts).toEqual([{ role: "superadmin", email: "chief@example.com", password: null }]);
    expect(await canSignIn("chief@example.com", "a long secret")).toBe(true);
    expect(await db().account.count()).toBe(1);
    expect(await db().project.count()).toBe(0);
    expect(await readFile(signInFile(), "utf8")).not.toContain("a long secret");
  });

  test("does nothing on the second run", async () => {
    const [account] = (await seed({ demo: false })).accounts;
    expect(await canSignIn("superadmin@sea-vision.local", account?.password ?? "")).toBe(true);
    const kept = await readFile(signInFile(), "utf8");
    expect(kept).toContain(account?.password);
    expect((await stat(signInFile())).mode & 0o777).toBe(0o600);
    expect(await seed({ demo: true, superadminEmail: "other@example.com" })).toEqual({ firstRun: false, accounts: [] });
    expect(await db().account.count()).toBe(1);
    expect(await readFile(signInFile(), "utf8")).toBe(kept);
  });

  test("runs only once when two hosts start concurrently", async () => {
    const results = await Promise.all([seed({ demo: false }), seed({ demo: false })]);
    expect(results.map(({ firstRun }) => firstRun).sort()).toEqual([false, true]);
    expect(await db().account.count()).toBe(1);
  });

  test("resumes after it was killed at any point", async () => {
    const draft = async () => (await listStored()).length > 0;
    await seedUntil(async () => existsSync(planFile()), "Account");
    await seedUntil(async () => (await db().account.count()) > 0, "Blob");
    const passwordsAfterAccounts = await readFile(signInFile(), "utf8");
    // A bucket lists no unfinished objects.
    if (!isOnS3()) await seedUntil(draft, "Import");
    await seedUntil(async () => (await db().blob.count()) > 0, "Import");
    await seedUntil(async () => (await db().import.count()) > 0, "Tree");
    const plan = await readFile(planFile());
    await seedUntil(async () => (await db().project.count()) > 0, null);
    // The seed deletes its plan as its last step. Restoring the plan simulates a kill just before.
    if (!existsSync(planFile())) await writeFile(planFile(), plan);
    const { firstRun, accounts } = await seed({ demo: true });

    expect(firstRun).toBe(true);
    expect(accounts.map(({ role }) => role)).toEqual(["superadmin", "admin", "user"]);
    expect(await readFile(signInFile(), "utf8")).toBe(passwordsAfterAccounts);
    for (const { email, password } of accounts) expect(await canSignIn(email, password ?? ""), email).toBe(true);
    const counts = [db().account.count(), db().project.count(), db().assignment.count(), db().import.count()];
    expect(await Promise.all(counts)).toEqual([3, 1, 1, 1]);
    expect(await db().project.findFirstOrThrow()).toMatchObject({ imageSource: "rendered", imageBlobKey: expect.any(String) });
    // The archive and the thumbnail, and perhaps one that a killed call did not assign.
    expect([2, 3]).toContain(await db().blob.count());
    expect(existsSync(planFile())).toBe(false);
    expect((await seed({ demo: true })).firstRun).toBe(false);
  });
});
