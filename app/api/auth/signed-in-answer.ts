import { z } from "zod";
import { readProfile } from "@/lib/accounts/data";
import { accountProfileSchema } from "@/lib/accounts/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { endFormerSession } from "@/lib/accounts/sessions/mutations";
import type { SignedInOutcome } from "@/lib/accounts/sessions/sign-in";
import { readClient } from "@/lib/http/client";
import { json } from "@/lib/http/route";

export const tokenSchema = z.string().describe("Send it as `Authorization: Bearer`. It is valid for seven days.");

/** The answer of all ways to sign in. */
export const signedInSchema = z.object({ token: tokenSchema, user: accountProfileSchema, message: z.string() });

/** Answers a completed sign-in: the token for programs, and the cookies of a browser. Ends the session that the browser had before. */
export async function signedInAnswer(
  request: Request,
  { token, viewer, deviceCookie }: Omit<SignedInOutcome, "outcome">,
  { message = "Login successful.", more = {}, also = [] }: { message?: string; more?: object; also?: readonly string[] } = {},
): Promise<Response> {
  await endFormerSession(request, readClient(request));
  const body = { token, user: await readProfile(viewer.accountId), message, ...more };
  const cookies = [sessionCookie(token), deviceCookie, ...also];
  return json(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}
