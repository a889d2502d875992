import { factorCodeBodySchema } from "@/lib/accounts/second-factors/schema";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { clearedHalfSignedInCookie, readHalfSignedIn } from "@/lib/accounts/sessions/half-signed-in";
import { completeSignIn } from "@/lib/accounts/sessions/sign-in";
import { AppError } from "@/lib/errors";
import { publicCall } from "../../call";
import { signedInAnswer, signedInSchema } from "../signed-in-answer";

export const POST = publicCall({
  summary: "Enter the code of a second factor",
  description:
    "Completes a sign-in. Needs the cookie that the first step has set within the last ten minutes. Programs send the code with the password instead. A code can be used once. The number of attempts is limited by account and network.",
  body: factorCodeBodySchema,
  example: { code: "287082" },
  answer: signedInSchema,
  setsCookie: true,
  errors: [401, 429],
})(async ({ request, body, client }) => {
  const secret = await readHalfSignedIn(request);
  if (!secret) throw new AppError("unauthorized", "Your sign-in has expired. Enter your password again.");
  const result = await completeSignIn(secret, body.code, client, readDeviceCookies(request));
  return signedInAnswer(request, result, { also: [clearedHalfSignedInCookie()] });
});
