import { signInBodySchema } from "@/lib/accounts/schema";
import { readDeviceCookies } from "@/lib/accounts/sessions/device";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { signIn } from "@/lib/accounts/sessions/sign-in";
import { AppError } from "@/lib/errors";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";
import { signedInAnswer } from "../signed-in-answer";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, signInBodySchema, bodyLimits.credentials);
  const result = await signIn(input, readClient(request), readDeviceCookies(request));
  if (result.outcome === "refused") throw new AppError("unauthorized", "Invalid credentials.");
  if (result.outcome === "signed-in") return signedInAnswer(request, result);
  const body = { message: "Enter the code of your second factor.", secondFactor: { methods: result.methods } };
  return json(body, { headers: { "Set-Cookie": result.halfSignedInCookie } });
});
