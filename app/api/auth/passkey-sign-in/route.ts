import { passkeySignInSchema } from "@/lib/accounts/passkeys/schema";
import { signInWithPasskey } from "@/lib/accounts/passkeys/sign-in";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { AppError } from "@/lib/errors";
import { publicCall } from "../../call";
import { usedCredential } from "../passkeys/example";
import { signedInAnswer, signedInSchema } from "../signed-in-answer";

export const POST = publicCall({
  summary: "Sign in with a passkey",
  description: "Send the result of `navigator.credentials.get`. The number of attempts is limited by address.",
  body: passkeySignInSchema,
  example: { response: usedCredential },
  answer: signedInSchema,
  setsCookie: true,
  errors: [401, 429],
})(async ({ request, body, client }) => {
  const result = await signInWithPasskey(body.response, client, readDeviceCookies(request));
  if (!result) throw new AppError("unauthorized", "This passkey can't sign in here.");
  return signedInAnswer(request, result);
});
