import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { dismissImport } from "@/lib/imports/mutations";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/project/imports/[id]">) => {
  const viewer = await requireAdmin(request);
  await dismissImport(viewer, (await params).id);
  return json({ message: "Failed upload dismissed" });
});
