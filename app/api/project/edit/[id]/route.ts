import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { editProject } from "@/lib/projects/mutations";
import { editProjectSchema } from "@/lib/projects/schema";

export const PUT = route(async (request: Request, { params }: RouteContext<"/api/project/edit/[id]">) => {
  const viewer = await requireAdmin(request);
  const edit = await readJson(request, editProjectSchema);
  const project = await editProject(viewer, (await params).id, edit, readClient(request));
  return json({ message: "Project updated successfully!", project });
});
