import { describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/mutations";
import { verifyPassword } from "@/lib/accounts/passwords/passwords";
import { db } from "@/lib/db/client";
import { createAccount as someAccount } from "../setup/fixtures";

const input = { role: "user", name: " Ada ", email: " Ada@Example.com ", password: "correct horse" } as const;

describe("createAccount", () => {
  it("stores the email in lower case and the password as a hash, and records the actor in the audit trail", async () => {
    const superadmin = await someAccount("superadmin");
    const id = await createAccount(input, { accountId: superadmin.id, email: superadmin.email, address: "192.0.2.1" });
    const account = await db().account.findUniqueOrThrow({ where: { email: "ada@example.com" } });
    expect(id).toBe(account.id);
    expect(account).toMatchObject({ role: "user", name: "Ada" });
    expect(await verifyPassword(account.passwordHash, "correct horse")).toBe(true);
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "account.created" } });
    expect(event).toMatchObject({
      actorId: superadmin.id,
      targetId: account.id,
      targetName: account.email,
      address: "192.0.2.1",
      details: { role: "user" },
    });
    expect(JSON.stringify(event, (_, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain("argon2");
  });

  it("creates only one account when several requests race for the same email with any role and case", async () => {
    const roles = ["user", "admin", "superadmin"] as const;
    const results = await Promise.allSettled(
      roles.map((role) => createAccount({ ...input, role, email: `grace@${role === "user" ? "EXAMPLE" : "example"}.com` })),
    );
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ status: 409 }), expect.objectContaining({ status: 409 })]);
    expect(await db().auditEvent.count({ where: { targetName: "grace@example.com" } })).toBe(1);
  });

  it.each([{ email: "invalid" }, { password: "seven77" }, { name: " " }, { name: "a\u0000" }])("rejects %j", async (wrong) => {
    await expect(createAccount({ ...input, email: "other@example.com", ...wrong })).rejects.toThrow();
    expect(await db().account.count({ where: { email: "other@example.com" } })).toBe(0);
  });
});
