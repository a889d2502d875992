import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { listUserPage } from "@/lib/accounts/users/data";
import { userListQuerySchema } from "@/lib/accounts/users/schema";
import { json, readQuery, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json(await listUserPage(viewer, readQuery(request, userListQuerySchema)));
});
