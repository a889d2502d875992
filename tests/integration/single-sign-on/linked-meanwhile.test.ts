import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { signInWithClaims } from "@/lib/accounts/single-sign-on/mutations";
import { db, pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { createAccount } from "../../setup/fixtures";
import { until } from "../../setup/until";

const issuer = "https://login.example.com";
const settings = {
  issuer,
  clientId: "sea-vision",
  clientSecret: "secret",
  label: "single sign-on",
  allowedDomains: ["example.com"],
  groupsClaim: null,
  roleClaim: null,
  isOnly: false,
};
const client = { address: "192.0.2.1", userAgent: "test" };

/** Links a subject to the account of an address while a sign-in with `sub` waits for that account. */
async function signInWhileLinked(sub: string, linked: string): Promise<string> {
  const account = await createAccount("user", { email: `${sub}@example.com` });
  const { answer } = await inTransaction(async (tx) => {
    await execute(tx, { text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [account.id] });
    const claims = { iss: issuer, sub, email: account.email, email_verified: true, name: "Ada" };
    const answer = signInWithClaims(claims, settings, client, []);
    await until("the sign-in waits", async () => {
      const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    await db().identity.create({ data: { issuer, subject: linked, accountId: null } });
    await execute(tx, { text: `UPDATE "Identity" SET "accountId" = $1 WHERE subject = $2`, values: [account.id, linked] });
    return { answer };
  });
  const result = await answer;
  return result.outcome === "refused" ? result.reason : result.outcome;
}

it("signs in a person who was linked by another sign-in meanwhile", async () => {
  const sub = randomUUID();
  expect(await signInWhileLinked(sub, sub)).toBe("signed-in");
});

it("refuses a person whose address was linked to another one meanwhile", async () => {
  expect(await signInWhileLinked(randomUUID(), randomUUID())).toBe("taken");
});
