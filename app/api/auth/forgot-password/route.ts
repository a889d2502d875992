import { requestReset } from "@/lib/accounts/password-resets/mutations";
import { forgotPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

const message = "If an account exists for this address, instructions to reset the password will arrive within minutes.";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  await requestReset(await readJson(request, forgotPasswordSchema, bodyLimits.credentials), readClient(request));
  return json({ message });
});
