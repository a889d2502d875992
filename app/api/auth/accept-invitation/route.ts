import { readProfile } from "@/lib/accounts/data";
import { acceptWithPassword } from "@/lib/accounts/invitations/mutations";
import { acceptInvitationSchema } from "@/lib/accounts/invitations/schema";
import { sessionCookie } from "@/lib/accounts/sessions/cookie";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, acceptInvitationSchema, bodyLimits.credentials);
  const { viewer, token, deviceCookie } = await acceptWithPassword(input, readClient(request));
  const body = { token, user: await readProfile(viewer.accountId), message: "Account created." };
  const cookies = [sessionCookie(token), deviceCookie];
  return json(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
});
