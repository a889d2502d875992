import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { removeProject } from "@/lib/projects/mutations";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/project/delete/{id} → `{ message }`. Its files go in the background. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  await removeProject(viewer, (await params).id, readClient(request));
  return json({ message: "Project and associated files deleted successfully!" });
});
