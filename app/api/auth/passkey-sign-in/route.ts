import { readProfile } from "@/lib/accounts/data";
import { passkeySignInSchema } from "@/lib/accounts/passkeys/schema";
import { signInWithPasskey } from "@/lib/accounts/passkeys/sign-in";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const { response } = await readJson(request, passkeySignInSchema, bodyLimits.credentials);
  const result = await signInWithPasskey(response, readClient(request), readDeviceCookies(request));
  if (result.outcome === "refused") throw new AppError("unauthorized", "This passkey can't sign in here.");
  const user = await readProfile(result.viewer.accountId);
  const body = { token: result.token, user, message: "Login successful." };
  const cookies = [sessionCookie(result.token), result.deviceCookie];
  return json(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
});
