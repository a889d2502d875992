import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { browseFolder, findScope } from "@/lib/files/data";
import { browseQuerySchema } from "@/lib/files/schema";
import { json, readQuery, route } from "@/lib/http/route";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/files/[project]/browse">) => {
  const viewer = await requireAdmin(request, "read");
  const query = readQuery(request, browseQuerySchema);
  return json(await browseFolder(await findScope(viewer, (await params).project), query));
});
