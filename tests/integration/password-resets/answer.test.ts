import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inspect } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findValidReset } from "@/lib/accounts/password-resets/data";
import { answerRequest } from "@/lib/accounts/password-resets/jobs";
import { db, pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { logger } from "@/lib/logging/logger";
import { newPerson, requestResetEmail, setPassword } from "./reset-calls";
import { isAnswered, makeDue, tokenIn, waiting } from "./waiting-requests";

const outbox = path.join(env().dataDir, "outbox");

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(outbox, { recursive: true, force: true });
});

async function answerAll(email: string): Promise<void> {
  for (const { id } of await waiting(email)) await answerRequest(id, new AbortController().signal);
}

async function readOutbox(): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).sort();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))));
}

async function countLocked(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

describe("answerRequest", () => {
  it("sends an email whose link sets a new password, and records an audit event", async () => {
    const person = await newPerson("admin", `Ada <b>"Lovelace"</b>`);
    await requestResetEmail({ email: person.email }, { "x-sea-vision-client-address": "192.0.2.77" });
    await answerAll(person.email);
    const [mail, ...others] = await readOutbox();
    expect(others).toEqual([]);
    if (!mail) throw new Error("There is no mail.");
    expect(mail).toMatchObject({
      from: { name: "Sea-Vision", address: "no-reply@localhost" },
      to: [{ name: person.name, address: person.email }],
      subject: "Reset your Sea-Vision password",
    });
    const token = tokenIn(mail);
    expect(mail.html).toContain(`href="http://localhost:3000/reset-password?token=${token}"`);
    expect(mail.html).toContain("Hello Ada &lt;b&gt;&quot;Lovelace&quot;&lt;/b&gt;,");
    const events = await db().auditEvent.findMany({ where: { targetId: person.id, action: "account.password-reset-requested" } });
    expect(events).toMatchObject([{ actorId: null, targetType: "account", targetName: person.email, address: "192.0.2.77" }]);
    const minutes =
      ((await db().passwordReset.findFirstOrThrow({ where: { accountId: person.id } })).expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThan(61);
    expect(await isAnswered(person.email)).toBe(true);
    expect((await setPassword({ token, newPassword: "a better one" })).status).toBe(200);
  });

  it("sends nothing for an unknown email address", async () => {
    const before = await db().auditEvent.count();
    await requestResetEmail({ email: "unknown@example.com" });
    await answerAll("unknown@example.com");
    expect(await isAnswered("unknown@example.com")).toBe(true);
    expect(await readOutbox()).toEqual([]);
    expect(await db().auditEvent.count()).toBe(before);
  });

  it("keeps the links of earlier emails valid", async () => {
    const { email } = await newPerson();
    for (let round = 0; round < 3; round += 1) await requestResetEmail({ email });
    await answerAll(email);
    const tokens = (await readOutbox()).map(tokenIn);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(await findValidReset(token)).not.toBeNull();
  });

  it("sends one email when several workers answer the same request", async () => {
    const { id, email } = await newPerson();
    await requestResetEmail({ email });
    await Promise.all(Array.from({ length: 5 }, () => answerAll(email)));
    expect(await readOutbox()).toHaveLength(1);
    expect(await db().passwordReset.count({ where: { accountId: id } })).toBe(1);
  });

  it("tries again after a failure without logging the token", async () => {
    const warn = vi.spyOn(logger, "warn");
    const { email } = await newPerson();
    await requestResetEmail({ email });
    await writeFile(outbox, "in the way");
    await answerAll(email);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }), "mail not sent, will try again");
    expect(inspect(warn.mock.calls, { depth: null })).not.toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/);
    await rm(outbox);
    await makeDue(email);
    await answerAll(email);
    expect(await readOutbox()).toHaveLength(1);
    expect(await isAnswered(email)).toBe(true);
  });

  it("waits for a concurrent change of the account, which invalidates the request", async () => {
    const { id, email } = await newPerson();
    await requestResetEmail({ email });
    const { answering } = await db().$transaction(async (tx) => {
      await tx.account.update({ where: { id }, data: { email: `new-${email}` } });
      await tx.passwordReset.deleteMany({ where: { accountId: id } });
      const running = answerAll(email);
      await expect.poll(countLocked).toBe(1);
      return { answering: running };
    });
    await answering;
    expect(await db().passwordReset.count({ where: { accountId: id } })).toBe(0);
    expect(await readOutbox()).toEqual([]);
  });
});
