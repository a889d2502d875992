import { changePassword } from "@/lib/accounts/profile/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requireRole } from "@/lib/profile/policy";
import { PASSWORD_CHANGED, passwordBodySchema } from "@/lib/profile/schema";
import { trustDevice } from "@/lib/sessions/device";

/** POST /api/superadmin/change-password `{ oldPassword, newPassword }`, for superadmins → `{ message, endedSessions }`. The session that asks goes on. */
export const POST = route(async (request: Request) => {
  const viewer = await requireRole(request, "superadmin");
  const change = await readJson(request, passwordBodySchema(viewer.role));
  const endedSessions = await changePassword(viewer, change, readClient(request));
  return json({ message: PASSWORD_CHANGED, endedSessions }, { headers: { "Set-Cookie": await trustDevice(viewer.accountId) } });
});
