import { readProfile } from "@/lib/accounts/data";
import { signInBodySchema } from "@/lib/accounts/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { signIn } from "@/lib/accounts/sessions/mutations";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, signInBodySchema, bodyLimits.credentials);
  const result = await signIn(input, readClient(request), readDeviceCookies(request));
  if (result.outcome === "refused") throw new AppError("unauthorized", "Invalid credentials.");
  const user = await readProfile(result.viewer.accountId);
  const body = { token: result.token, user, message: "Login successful." };
  const cookies = [sessionCookie(result.token), result.deviceCookie];
  return json(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
});
