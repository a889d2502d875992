import { deleteAdmin } from "@/lib/accounts/admins/mutations";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/admin/delete/[id]">) => {
  const viewer = await requireSuperadmin(request);
  await deleteAdmin(viewer, (await params).id, readClient(request));
  return json({ message: "Admin deleted successfully" });
});
