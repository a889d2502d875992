import { readProfile } from "@/lib/accounts/data";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import type { SignedInOutcome } from "@/lib/accounts/sessions/sign-in";
import { json } from "@/lib/http/route";

/** Answers a completed sign-in: the token for programs, and the cookies of a browser. */
export async function signedInAnswer(
  { token, viewer, deviceCookie }: Omit<SignedInOutcome, "outcome">,
  { message = "Login successful.", more = {}, also = [] }: { message?: string; more?: object; also?: readonly string[] } = {},
): Promise<Response> {
  const body = { token, user: await readProfile(viewer.accountId), message, ...more };
  const cookies = [sessionCookie(token), deviceCookie, ...also];
  return json(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}
