import { readProfile } from "@/lib/accounts/data";
import { changePassword, changeProfile } from "@/lib/accounts/profile/mutations";
import {
  adminProfileBodySchema,
  PASSWORD_CHANGED,
  passwordBodySchema,
  profileMessages,
  userProfileBodySchema,
} from "@/lib/accounts/profile/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { trustDevice } from "@/lib/accounts/sessions/device";
import { requireRole } from "@/lib/accounts/sessions/policy";
import type { Role } from "@/lib/accounts/sessions/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

/** Returns the route with which users of a role change their own password. It returns `{ message, endedSessions }` and keeps the current session. */
export function ownPasswordRoute(role: Role) {
  return route(async (request: Request) => {
    const viewer = await requireRole(request, role);
    const change = await readJson(request, passwordBodySchema(role));
    const endedSessions = await changePassword(viewer, change, readClient(request));
    return json({ message: PASSWORD_CHANGED, endedSessions }, { headers: { "Set-Cookie": await trustDevice(viewer.accountId) } });
  });
}

/** Returns the route with which users of a role change their own name. It returns `{ message, [field], token }`; token and cookie have the new name. */
export function ownProfileRoute(role: Role, field: "user" | "admin" | "superAdmin") {
  return route(async (request: Request) => {
    const viewer = await requireRole(request, role);
    const change = await readJson(request, role === "user" ? userProfileBodySchema : adminProfileBodySchema);
    const { outcome, token } = await changeProfile(viewer, change, readClient(request));
    const body = { message: profileMessages[outcome], [field]: await readProfile(viewer.accountId), token };
    return json(body, { headers: { "Set-Cookie": sessionCookie(token) } });
  });
}
