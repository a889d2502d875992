import { passkeySignInSchema } from "@/lib/accounts/passkeys/schema";
import { signInWithPasskey } from "@/lib/accounts/passkeys/sign-in";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { bodyLimits, readJson, route } from "@/lib/http/route";
import { signedInAnswer } from "../signed-in-answer";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const { response } = await readJson(request, passkeySignInSchema, bodyLimits.credentials);
  const result = await signInWithPasskey(response, readClient(request), readDeviceCookies(request));
  if (!result) throw new AppError("unauthorized", "This passkey can't sign in here.");
  return signedInAnswer(request, result);
});
