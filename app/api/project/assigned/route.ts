import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, readQuery, route } from "@/lib/http/route";
import { listAssignedPage } from "@/lib/projects/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";

export const GET = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  return json(await listAssignedPage(viewer, readQuery(request, assignedListQuerySchema)));
});
