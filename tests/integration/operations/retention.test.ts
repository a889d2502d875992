import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deleteOldEvents } from "@/lib/audit/jobs";
import { db } from "@/lib/db/client";
import { env, parseEnv } from "@/lib/env";
import { keepInOutbox } from "@/lib/mail/delivery/transport";
import { deleteOldMails } from "@/lib/mail/jobs";

const DAY_MS = 24 * 60 * 60 * 1_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("deleteOldEvents deletes only events that are older than the given days", async () => {
  for (const days of [400, 101, 99, 0])
    await db().auditEvent.create({ data: { action: "project.created", targetName: `${days}`, at: daysAgo(days) } });
  expect(await deleteOldEvents(100)).toBe(2);
  const left = await db().auditEvent.findMany({ orderBy: { at: "asc" }, select: { targetName: true } });
  expect(left.map(({ targetName }) => targetName)).toEqual(["99", "0"]);
});

test("AUDIT_RETENTION_DAYS keeps events forever by default and rejects values below the dashboards' needs", () => {
  const settings = { DATABASE_URL: "postgresql://somewhere", AUTH_SECRET: "s".repeat(32) };
  expect(parseEnv(settings).auditRetentionDays).toBeNull();
  expect(parseEnv({ ...settings, AUDIT_RETENTION_DAYS: "0" }).auditRetentionDays).toBeNull();
  expect(parseEnv({ ...settings, AUDIT_RETENTION_DAYS: "365" }).auditRetentionDays).toBe(365);
  for (const days of ["7", "-1", "1.5", "soon"])
    expect(() => parseEnv({ ...settings, AUDIT_RETENTION_DAYS: days })).toThrow("AUDIT_RETENTION_DAYS");
});

test("deleteOldMails deletes emails older than thirty days and keeps other files", async () => {
  const { dataDir } = env();
  const folder = path.join(dataDir, "outbox");
  const never = new AbortController().signal;
  await deleteOldMails(dataDir, Date.now(), never);
  await keepInOutbox(dataDir, { from: "a@example.com", to: "b@example.com", subject: "Old", text: "Old" });
  const [old = ""] = await readdir(folder);
  const draft = `.${old.replace(".eml", ".tmp")}`;
  await mkdir(path.join(folder, "kept"));
  for (const name of [draft, "notes.eml", "notes.txt"]) await writeFile(path.join(folder, name), "");
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), daysAgo(31), daysAgo(31));
  await keepInOutbox(dataDir, { from: "a@example.com", to: "b@example.com", subject: "New", text: "New" });
  const fresh = (await readdir(folder)).find((name) => name.endsWith("Z.eml") || (/^\d.*\.eml$/.test(name) && name !== old));
  await deleteOldMails(dataDir, Date.now(), never);
  expect((await readdir(folder)).sort()).toEqual([fresh, "kept", "notes.eml", "notes.txt"].sort());
});
