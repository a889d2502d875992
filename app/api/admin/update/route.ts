import { readProfile } from "@/lib/accounts/data";
import { changeProfile } from "@/lib/accounts/profile/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requireRole } from "@/lib/profile/policy";
import { adminProfileBodySchema, profileMessages } from "@/lib/profile/schema";
import { sessionCookie } from "@/lib/sessions/cookie";

/** PUT /api/admin/update `{ name, email }`, for admins → `{ message, admin, token }`, and the cookie with the new name in it. */
export const PUT = route(async (request: Request) => {
  const viewer = await requireRole(request, "admin");
  const change = await readJson(request, adminProfileBodySchema);
  const { outcome, token } = await changeProfile(viewer, change, readClient(request));
  const body = { message: profileMessages[outcome], admin: await readProfile(viewer.accountId), token };
  return json(body, { headers: { "Set-Cookie": sessionCookie(token) } });
});
