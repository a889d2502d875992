import { resetPassword } from "@/lib/accounts/password-resets/mutations";
import { resetPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { trustDevice } from "@/lib/accounts/sessions/device";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const accountId = await resetPassword(await readJson(request, resetPasswordSchema, bodyLimits.credentials), readClient(request));
  return json({ message: "Password changed successfully" }, { headers: { "Set-Cookie": await trustDevice(accountId) } });
});
