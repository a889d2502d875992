import { expect, it } from "vitest";
import { recordAudits } from "@/lib/audit/mutations";
import { db } from "@/lib/db/client";
import { createAccount } from "../../setup/fixtures";

/** Names with characters that are special in PostgreSQL's array syntax. */
const names = ["NULL", "", '"quoted", {braced}', "back\\slash\nand line", "{1,2}", "Ünïcödé 🗺", "cut in the middle \ud83d"];

it("recordAll writes many events unchanged and in order, also with missing fields", async () => {
  const { id: accountId, email } = await createAccount("admin");
  const credential = { kind: "token" as const, _id: accountId, name: 'Build "nightly" {1}' };
  const actor = { accountId, email, address: "203.0.113.5", credential };
  const at = new Date("2026-02-28T23:59:59.999Z");
  const began = Date.now();
  await recordAudits(db(), [
    ...names.map((name) => ({ action: "project.deleted" as const, actor, at, target: { type: "project", id: accountId, name } })),
    {
      action: "session.refused",
      actor: null,
      address: "203.0.113.6",
      details: { text: '\\ " { } NULL', list: [1, null], nested: { deep: true } },
    },
  ]);
  const events = await db().auditEvent.findMany({ orderBy: { id: "asc" }, omit: { id: true } });
  const deleted = { at, action: "project.deleted", actorId: accountId, actorEmail: email, targetType: "project", targetId: accountId };
  expect(events.slice(0, -1)).toEqual(
    names.map((name) => ({ ...deleted, targetName: name.replace(/\ud83d$/, "\ufffd"), address: actor.address, credential, details: null })),
  );
  const last = events.at(-1);
  expect(last).toEqual({
    ...{ at: expect.any(Date), action: "session.refused", address: "203.0.113.6" },
    ...{ actorId: null, actorEmail: null, targetType: null, targetId: null, targetName: null, credential: null },
    details: { text: '\\ " { } NULL', list: [1, null], nested: { deep: true } },
  });
  expect(Math.abs((last?.at.getTime() ?? 0) - began)).toBeLessThan(60_000);
});

it("recordAll writes nothing for an empty list", async () => {
  const before = await db().auditEvent.count();
  await recordAudits(db(), []);
  expect(await db().auditEvent.count()).toBe(before);
});
