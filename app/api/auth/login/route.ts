import { readProfile } from "@/lib/accounts/data";
import { signInBodySchema } from "@/lib/accounts/schema";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { sessionCookie } from "@/lib/sessions/cookie";
import { signIn } from "@/lib/sessions/mutations";
import { refuseForeignPage } from "@/lib/sessions/policy";

/** POST /api/auth/login `{ email, password }` → `{ token, user, message }`, and the session cookie. */
export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, signInBodySchema);
  const result = await signIn(input, readClient(request));
  if (result.outcome === "refused") throw new AppError("unauthorized", "Invalid credentials.");
  const user = await readProfile(result.viewer.accountId);
  const body = { token: result.token, user, message: "Login successful." };
  return json(body, { headers: { "Set-Cookie": sessionCookie(result.token) } });
});
