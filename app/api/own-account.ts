import { readProfile } from "@/lib/accounts/data";
import { changePassword, changeProfile } from "@/lib/accounts/profile/mutations";
import { adminProfileBodySchema, PASSWORD_CHANGED, passwordBodySchema, userProfileBodySchema } from "@/lib/accounts/profile/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { trustDevice } from "@/lib/accounts/sessions/device";
import type { Role } from "@/lib/accounts/sessions/schema";
import { profileMessages } from "@/lib/accounts/values";
import { json } from "@/lib/http/route";
import { roleCall } from "./call";

/** Returns the route with which users of a role change their own password. It returns `{ message, endedSessions }` and keeps the current session. */
export function ownPasswordRoute(role: Role) {
  return roleCall(role, "password")({ body: passwordBodySchema(role) }, async ({ viewer, body, client }) => {
    const endedSessions = await changePassword(viewer, body, client);
    return json({ message: PASSWORD_CHANGED, endedSessions }, { headers: { "Set-Cookie": await trustDevice(viewer.accountId) } });
  });
}

/** Returns the route with which users of a role change their own name. It returns `{ message, [field], token }`; token and cookie have the new name. */
export function ownProfileRoute(role: Role, field: "user" | "admin" | "superAdmin") {
  const body = role === "user" ? userProfileBodySchema : adminProfileBodySchema;
  return roleCall(role)({ body }, async ({ viewer, body: change, client }) => {
    const { outcome, token } = await changeProfile(viewer, change, client);
    const answer = { message: profileMessages[outcome], [field]: await readProfile(viewer.accountId), token };
    return json(answer, { headers: { "Set-Cookie": sessionCookie(token) } });
  });
}
