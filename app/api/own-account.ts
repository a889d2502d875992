import { z } from "zod";
import { readProfile } from "@/lib/accounts/data";
import { changePassword, changeProfile } from "@/lib/accounts/profile/mutations";
import { adminProfileBodySchema, PASSWORD_CHANGED, passwordBodySchema, userProfileBodySchema } from "@/lib/accounts/profile/schema";
import { accountProfileSchema, newPasswordSchema, signInSchema } from "@/lib/accounts/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { trustDevice } from "@/lib/accounts/sessions/device";
import type { Role } from "@/lib/accounts/sessions/schema";
import { profileMessages } from "@/lib/accounts/values";
import { json } from "@/lib/http/route";
import { jsonBody } from "@/lib/openapi/description";
import { roleCall } from "./call";

const { password: currentPassword } = signInSchema.shape;
const newPassword = newPasswordSchema();
const passwordsSchema = z.union([z.object({ currentPassword, newPassword }), z.object({ oldPassword: currentPassword, newPassword })]);

/** Returns the route with which users of a role change their own password. It returns `{ message, endedSessions }` and keeps the current session. */
export function ownPasswordRoute(role: Role) {
  const current = role === "user" ? "currentPassword" : "oldPassword";
  return roleCall(role)("password", {
    summary: `Change my password as ${role}`,
    description:
      "Changes the password. All other sessions end. Send the current password as `currentPassword` or `oldPassword`. The number of wrong attempts is limited.",
    body: passwordBodySchema(role),
    otherBody: jsonBody(passwordsSchema, { [current]: "a long pass phrase", newPassword: "another long pass phrase" }),
    answer: { endedSessions: z.int() },
    setsCookie: true,
    errors: [429],
  })(async ({ viewer, body, client }) => {
    const endedSessions = await changePassword(viewer, body, client);
    return json({ message: PASSWORD_CHANGED, endedSessions }, { headers: { "Set-Cookie": await trustDevice(viewer.accountId) } });
  });
}

const renamedTokenSchema = z.string().describe("A token that contains the new name. The previous token stays valid.");

/** Returns the route with which users of a role change their own name. It returns `{ message, [field], token }`; token and cookie have the new name. */
export function ownProfileRoute(role: Role, field: "user" | "admin" | "superAdmin") {
  return roleCall(role)("session", {
    summary: `Change my name as ${role}`,
    description: "The email address cannot be changed. If it is sent, it must be the address of the account.",
    body: role === "user" ? userProfileBodySchema : adminProfileBodySchema,
    example: { [role === "user" ? "fullName" : "name"]: "Ada Harbour" },
    answer: { [field]: accountProfileSchema, token: renamedTokenSchema },
    setsCookie: true,
  })(async ({ viewer, body: change, client }) => {
    const { outcome, token } = await changeProfile(viewer, change, client);
    const answer = { message: profileMessages[outcome], [field]: await readProfile(viewer.accountId), token };
    return json(answer, { headers: { "Set-Cookie": sessionCookie(token) } });
  });
}
