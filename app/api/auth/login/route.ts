import { z } from "zod";
import { signInBodySchema } from "@/lib/accounts/schema";
import { secondFactorNeededSchema } from "@/lib/accounts/second-factors/schema";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { signIn } from "@/lib/accounts/sessions/sign-in";
import { AppError } from "@/lib/errors";
import { json } from "@/lib/http/route";
import { publicCall } from "../../call";
import { signedInAnswer, signedInSchema } from "../signed-in-answer";

export const POST = publicCall({
  summary: "Sign in",
  description:
    "Returns the token for programs and sets the cookie for browsers. The number of attempts is limited by account and address. An account with two-step verification also needs the `code`. Without it, the answer has no token and lists the second factors of the account.",
  body: signInBodySchema,
  example: { email: "captain@example.com", password: "a long pass phrase" },
  answer: z.union([signedInSchema, secondFactorNeededSchema]),
  setsCookie: true,
  errors: [401, 429],
})(async ({ request, client, body: input }) => {
  const result = await signIn(input, client, readDeviceCookies(request));
  if (result.outcome === "refused") throw new AppError("unauthorized", "Invalid credentials.");
  if (result.outcome === "signed-in") return signedInAnswer(request, result);
  const body = { message: "Enter the code of your second factor.", secondFactor: { methods: result.methods } };
  return json(body, { headers: { "Set-Cookie": result.halfSignedInCookie } });
});
