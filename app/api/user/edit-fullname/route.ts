import { readProfile } from "@/lib/accounts/data";
import { changeProfile } from "@/lib/accounts/profile/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requireRole } from "@/lib/profile/policy";
import { profileMessages, userProfileBodySchema } from "@/lib/profile/schema";
import { sessionCookie } from "@/lib/sessions/cookie";

/** PUT /api/user/edit-fullname `{ fullName }`, for users → `{ message, user, token }`, and the cookie with the new name in it. */
export const PUT = route(async (request: Request) => {
  const viewer = await requireRole(request, "user");
  const { fullName, email } = await readJson(request, userProfileBodySchema);
  const { outcome, token } = await changeProfile(viewer, { name: fullName, email }, readClient(request));
  const body = { message: profileMessages[outcome], user: await readProfile(viewer.accountId), token };
  return json(body, { headers: { "Set-Cookie": sessionCookie(token) } });
});
