import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readStorage } from "@/lib/storage/data";

export const GET = route(async (request: Request) => {
  await requireSuperadmin(request);
  return json(await readStorage());
});
