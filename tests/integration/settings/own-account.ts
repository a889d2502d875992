import { POST as changeAdminPassword } from "@/app/api/admin/change-password/route";
import { PUT as updateAdmin } from "@/app/api/admin/update/route";
import { POST as changeSuperadminPassword } from "@/app/api/superadmin/change-password/route";
import { PUT as updateSuperadmin } from "@/app/api/superadmin/update/route";
import { POST as changeUserPassword } from "@/app/api/user/change-password/route";
import { PUT as editFullName } from "@/app/api/user/edit-fullname/route";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import type { Role } from "@/lib/accounts/sessions/schema";
import { pool, withTransaction } from "@/lib/db";
import { createAccount } from "../../setup/fixtures";
import { requestTo, type SignedIn, signInAs } from "../../setup/signed-in";
import { until } from "../../setup/until";

/** The calls that each role has of its own, by role. */
export const ownCalls = {
  user: {
    profile: {
      path: "/api/user/edit-fullname",
      call: editFullName,
      nameField: "fullName",
      answerField: "user",
      required: "Full name cannot be empty",
    },
    password: { path: "/api/user/change-password", call: changeUserPassword, currentField: "currentPassword" },
  },
  admin: {
    profile: {
      path: "/api/admin/update",
      call: updateAdmin,
      nameField: "name",
      answerField: "admin",
      required: "Username cannot be empty",
    },
    password: { path: "/api/admin/change-password", call: changeAdminPassword, currentField: "oldPassword" },
  },
  superadmin: {
    profile: {
      path: "/api/superadmin/update",
      call: updateSuperadmin,
      nameField: "name",
      answerField: "superAdmin",
      required: "Username cannot be empty",
    },
    password: { path: "/api/superadmin/change-password", call: changeSuperadminPassword, currentField: "oldPassword" },
  },
} as const satisfies Record<Role, unknown>;

export const roles = ["user", "admin", "superadmin"] as const;

/** Password of the accounts made here. */
export const PASSWORD = "the old one";
const passwordHash = hashPassword(PASSWORD);

/** A new account of that role with a password, signed in. */
export async function signedInWithPassword(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { passwordHash: await passwordHash }));
}

/** Sends a body to the role's own profile call. */
export function sendProfile(role: Role, headers: HeadersInit, body: unknown): Promise<Response> {
  const { path, call } = ownCalls[role].profile;
  return call(requestTo(path, { method: "PUT", headers, body }));
}

/** Sends a body to the role's own password call. */
export function sendPassword(role: Role, headers: HeadersInit, body: unknown): Promise<Response> {
  const { path, call } = ownCalls[role].password;
  return call(requestTo(path, { method: "POST", headers, body }));
}

/** Makes a call wait for somebody who, before letting it go on, ends its session. @returns the call's answer */
export async function endedWhileAsking({ account, session }: SignedIn, ask: () => Promise<Response>): Promise<Response> {
  const asked = await withTransaction(async (transaction) => {
    await transaction.query({ text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [account.id] });
    const answer = ask();
    await until("the call waits", async () => {
      const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    await transaction.query({ text: `DELETE FROM "Session" WHERE id = $1`, values: [session.id] });
    return { answer };
  });
  return asked.answer;
}
