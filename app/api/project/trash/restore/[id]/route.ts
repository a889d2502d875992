import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { restoreProject } from "@/lib/projects/trash/mutations";
import { restoreProjectSchema } from "@/lib/projects/trash/schema";

export const POST = route(async (request: Request, { params }: RouteContext<"/api/project/trash/restore/[id]">) => {
  const viewer = await requireAdmin(request);
  const choice = await readJson(request, restoreProjectSchema);
  const project = await restoreProject(viewer, (await params).id, choice, readClient(request));
  return json({ message: "Project restored", project });
});
