import { acceptWithPasskey } from "@/lib/accounts/invitations/mutations";
import { acceptWithPasskeySchema } from "@/lib/accounts/invitations/schema";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { readJson, route } from "@/lib/http/route";
import { signedInAnswer } from "../../signed-in-answer";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  const input = await readJson(request, acceptWithPasskeySchema);
  const { recoveryCodes, ...signedIn } = await acceptWithPasskey(input, readClient(request));
  return signedInAnswer(request, signedIn, { message: "Account created.", more: { recoveryCodes } });
});
