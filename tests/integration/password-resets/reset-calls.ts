import { randomUUID } from "node:crypto";
import { POST as forgotPassword } from "@/app/api/auth/forgot-password/route";
import { POST as resetPassword } from "@/app/api/auth/reset-password/route";
import { createAccount } from "@/lib/accounts/mutations";
import type { Role } from "@/lib/accounts/sessions/schema";
import { pool } from "@/lib/db/client";
import { hashSecretToken, newSecretToken } from "@/lib/http/secret-token";
import { requestTo } from "../../setup/signed-in";

export const OLD_PASSWORD = "the forgotten one";

export interface Person {
  id: string;
  name: string;
  email: string;
}

export async function newPerson(role: Role = "user", name = "Ada Lovelace"): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  return { id: await createAccount({ role, name, email, password: OLD_PASSWORD }), name, email };
}

let networks = 0;

/** Returns headers with a new client network, so that rate limits of tests do not affect each other. */
export function ownNetwork(): Record<string, string> {
  networks += 1;
  return { "x-sea-vision-client-address": `198.18.${Math.floor(networks / 256)}.${networks % 256}` };
}

export function requestResetEmail(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return forgotPassword(requestTo("/api/auth/forgot-password", { method: "POST", body, headers: { ...ownNetwork(), ...headers } }));
}

export function setPassword(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return resetPassword(requestTo("/api/auth/reset-password", { method: "POST", body, headers: { ...ownNetwork(), ...headers } }));
}

/** Creates a reset link for an account. @returns its token */
export async function newLink(accountId: string, minutes = 60): Promise<string> {
  const token = newSecretToken();
  await pool().query(
    `INSERT INTO "PasswordReset" (id, "accountId", "tokenHash", "expiresAt")
     VALUES (gen_random_uuid(), $1, $2, now() + make_interval(mins => $3))`,
    [accountId, hashSecretToken(token), minutes],
  );
  return token;
}
