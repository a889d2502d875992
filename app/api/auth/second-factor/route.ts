import { factorCodeBodySchema } from "@/lib/accounts/second-factors/schema";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { clearedHalfSignedInCookie, readHalfSignedIn } from "@/lib/accounts/sessions/half-signed-in";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { completeSignIn } from "@/lib/accounts/sessions/sign-in";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { bodyLimits, readJson, route } from "@/lib/http/route";
import { signedInAnswer } from "../signed-in-answer";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const { code } = await readJson(request, factorCodeBodySchema, bodyLimits.credentials);
  const secret = await readHalfSignedIn(request);
  if (!secret) throw new AppError("unauthorized", "Your sign-in has expired. Enter your password again.");
  const result = await completeSignIn(secret, code, readClient(request), readDeviceCookies(request));
  return signedInAnswer(request, result, { also: [clearedHalfSignedInCookie()] });
});
