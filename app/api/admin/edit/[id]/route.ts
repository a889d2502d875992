import { editAdmin } from "@/lib/accounts/admins/mutations";
import { editAdminSchema } from "@/lib/accounts/admins/schema";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

export const PUT = route(async (request: Request, { params }: RouteContext<"/api/admin/edit/[id]">) => {
  const viewer = await requireSuperadmin(request);
  const admin = await editAdmin(viewer, (await params).id, await readJson(request, editAdminSchema), readClient(request));
  return json({ message: "Admin updated successfully", admin });
});
