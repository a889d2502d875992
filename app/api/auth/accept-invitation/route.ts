import { acceptWithPassword } from "@/lib/accounts/invitations/mutations";
import { acceptInvitationSchema } from "@/lib/accounts/invitations/schema";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { bodyLimits, readJson, route } from "@/lib/http/route";
import { signedInAnswer } from "../signed-in-answer";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, acceptInvitationSchema, bodyLimits.credentials);
  return signedInAnswer(request, await acceptWithPassword(input, readClient(request)), { message: "Account created." });
});
