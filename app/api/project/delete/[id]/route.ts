import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { trashProject } from "@/lib/projects/trash/mutations";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/project/delete/[id]">) => {
  const viewer = await requireAdmin(request);
  await trashProject(viewer, (await params).id, readClient(request));
  return json({ message: "Project and associated files deleted successfully!" });
});
