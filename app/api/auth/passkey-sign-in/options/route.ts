import { passkeyRequestOptions } from "@/lib/accounts/passkeys/sign-in";
import { refuseForeignPage } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  refuseForeignPage(request);
  return json(await passkeyRequestOptions(readClient(request)));
});
