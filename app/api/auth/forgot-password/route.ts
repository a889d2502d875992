import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requestReset } from "@/lib/password-resets/mutations";
import { forgotPasswordSchema } from "@/lib/password-resets/schema";
import { refuseForeignPage } from "@/lib/sessions/policy";

const message = "If an account exists for this address, instructions to reset the password will arrive within minutes.";

/** POST /api/auth/forgot-password `{ email }` → `{ message }`, the same for every address. */
export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  await requestReset(await readJson(request, forgotPasswordSchema), readClient(request));
  return json({ message });
});
