import { listAdminPage } from "@/lib/accounts/admins/data";
import { adminListQuerySchema } from "@/lib/accounts/admins/schema";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, readQuery, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  return json(await listAdminPage(viewer, readQuery(request, adminListQuerySchema)));
});
