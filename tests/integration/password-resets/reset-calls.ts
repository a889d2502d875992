import { randomUUID } from "node:crypto";
import { POST as forgotPassword } from "@/app/api/auth/forgot-password/route";
import { POST as resetPassword } from "@/app/api/auth/reset-password/route";
import { createAccount } from "@/lib/accounts/mutations";
import { hashResetToken, newResetToken } from "@/lib/accounts/password-resets/token";
import type { Role } from "@/lib/accounts/sessions/schema";
import { pool } from "@/lib/db";
import { requestTo } from "../../setup/signed-in";

export const OLD_PASSWORD = "the forgotten one";

export interface Person {
  id: string;
  name: string;
  email: string;
}

/** An account with a password of its own. */
export async function newPerson(role: Role = "user", name = "Ada Lovelace"): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const made = await createAccount({ role, name, email, password: OLD_PASSWORD });
  if (made.outcome !== "created") throw new Error("The address was taken.");
  return { id: made.accountId, name, email };
}

let networks = 0;

/** Calls come each from a network of its own, so that the limits of one test do not reach the next. */
export function ownNetwork(): Record<string, string> {
  networks += 1;
  return { "x-sea-vision-client-address": `198.18.${Math.floor(networks / 256)}.${networks % 256}` };
}

export function askForMail(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return forgotPassword(requestTo("/api/auth/forgot-password", { method: "POST", body, headers: { ...ownNetwork(), ...headers } }));
}

export function setPassword(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return resetPassword(requestTo("/api/auth/reset-password", { method: "POST", body, headers: { ...ownNetwork(), ...headers } }));
}

/** A link for that account, as a mail would bring it. @returns its token */
export async function newLink(accountId: string, minutes = 60): Promise<string> {
  const token = newResetToken();
  await pool().query(
    `INSERT INTO "PasswordReset" (id, "accountId", "tokenHash", "expiresAt")
     VALUES (gen_random_uuid(), $1, $2, now() + make_interval(mins => $3))`,
    [accountId, hashResetToken(token), minutes],
  );
  return token;
}
