import { POST as changeAdminPassword } from "@/app/api/admin/change-password/route";
import { PUT as updateAdmin } from "@/app/api/admin/update/route";
import { POST as changeSuperadminPassword } from "@/app/api/superadmin/change-password/route";
import { PUT as updateSuperadmin } from "@/app/api/superadmin/update/route";
import { POST as changeUserPassword } from "@/app/api/user/change-password/route";
import { PUT as editFullName } from "@/app/api/user/edit-fullname/route";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import type { Role } from "@/lib/accounts/sessions/schema";
import { pool } from "@/lib/db/client";
import { execute } from "@/lib/db/query";
import { inTransaction } from "@/lib/db/transaction";
import { createAccount } from "../../setup/fixtures";
import { requestTo, type SignedIn, signInAs } from "../../setup/signed-in";
import { until } from "../../setup/until";

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

export const PASSWORD = "the old one";
const passwordHash = hashPassword(PASSWORD);

export async function signedInWithPassword(role: Role): Promise<SignedIn> {
  return signInAs(await createAccount(role, { passwordHash: await passwordHash }));
}

export function sendProfile(role: Role, headers: HeadersInit, body: unknown): Promise<Response> {
  const { path, call } = ownCalls[role].profile;
  return call(requestTo(path, { method: "PUT", headers, body }));
}

export function sendPassword(role: Role, headers: HeadersInit, body: unknown): Promise<Response> {
  const { path, call } = ownCalls[role].password;
  return call(requestTo(path, { method: "POST", headers, body }));
}

/** Makes a request wait for a lock and ends its session before it continues. @returns the response */
export async function endSessionDuring({ account, session }: SignedIn, send: () => Promise<Response>): Promise<Response> {
  const sent = await inTransaction(async (tx) => {
    await execute(tx, { text: `SELECT FROM "Account" WHERE id = $1 FOR UPDATE`, values: [account.id] });
    const answer = send();
    await until("the call waits", async () => {
      const { rows } = await pool().query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    await execute(tx, { text: `DELETE FROM "Session" WHERE id = $1`, values: [session.id] });
    return { answer };
  });
  return sent.answer;
}
