import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { deleteUser } from "@/lib/accounts/users/mutations";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/user/delete/[id]">) => {
  const viewer = await requireAdmin(request);
  await deleteUser(viewer, (await params).id, readClient(request));
  return json({ message: "User deleted successfully" });
});
