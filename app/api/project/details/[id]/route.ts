import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { notFound } from "@/lib/errors";
import { json, route } from "@/lib/http/route";
import { findProjectDetails } from "@/lib/projects/data";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/project/details/[id]">) => {
  const viewer = await requireAdmin(request);
  const project = await findProjectDetails(viewer, (await params).id);
  if (!project) throw notFound("This project no longer exists.");
  return json({ project });
});
