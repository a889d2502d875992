import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, readQuery, route } from "@/lib/http/route";
import { listProjectPage } from "@/lib/projects/data";
import { managedListQuerySchema } from "@/lib/projects/schema";

export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json(await listProjectPage(viewer, readQuery(request, managedListQuerySchema)));
});
