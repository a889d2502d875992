import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { resetPassword } from "@/lib/password-resets/mutations";
import { resetPasswordSchema } from "@/lib/password-resets/schema";
import { trustDevice } from "@/lib/sessions/device";
import { refuseForeignPage } from "@/lib/sessions/policy";

/** POST /api/auth/reset-password `{ token, newPassword }` → `{ message }`. Who sets a new password here is known as the account's device. */
export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const accountId = await resetPassword(await readJson(request, resetPasswordSchema), readClient(request));
  return json({ message: "Password changed successfully" }, { headers: { "Set-Cookie": await trustDevice(accountId) } });
});
