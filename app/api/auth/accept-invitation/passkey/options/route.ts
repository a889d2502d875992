import { invitationPasskeyOptions } from "@/lib/accounts/invitations/mutations";
import { invitationLinkSchema } from "@/lib/accounts/invitations/schema";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  return json(await invitationPasskeyOptions(await readJson(request, invitationLinkSchema, bodyLimits.credentials), readClient(request)));
});
