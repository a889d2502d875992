import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

const NAME = "unprepared";
const folders: string[] = [];

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("serverUrl") });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

afterAll(async () => {
  await onServer(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run migrate` like another host, with its own DATA_DIR. */
async function migrateOnHost(change: Record<string, string> = {}): Promise<{ code: number | null; printed: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-host-"));
  folders.push(folder);
  const DATABASE_URL = Object.assign(new URL(inject("serverUrl")), { pathname: `/${NAME}` }).href;
  const env = { ...process.env, DATABASE_URL, DATA_DIR: folder, SUPERADMIN_EMAIL: "chief@example.com", ...change };
  const child = spawn(process.execPath, ["scripts/bootstrap.mjs", "migrate"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, printed: printed + complaints };
}

test("npm run migrate applies each migration once when three hosts start it concurrently", async () => {
  await onServer(`CREATE DATABASE ${NAME}`);
  const results = await Promise.all([migrateOnHost(), migrateOnHost(), migrateOnHost()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  const migrations = (await readdir("prisma/migrations", { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const times = (part: string) => results.filter(({ printed }) => printed.includes(part)).length;
  for (const { name } of migrations) expect(times(name), name).toBe(1);
  expect(times("chief@example.com")).toBe(1);
  expect(times("Every migration was applied already.")).toBe(2);
});

test("npm run migrate reports missing settings", async () => {
  const nothing = await migrateOnHost({ DATABASE_URL: "" });
  expect(nothing).toMatchObject({ code: 1, printed: expect.stringContaining("needs DATABASE_URL") });
  const secret = await migrateOnHost({ AUTH_SECRET: "" });
  expect(secret).toMatchObject({ code: 1, printed: expect.stringContaining("AUTH_SECRET must be set when DATABASE_URL is") });
});
