import { deleteAdmin } from "@/lib/accounts/admins/mutations";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/admin/delete/{id} → `{ message }`. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireSuperadmin(request);
  await deleteAdmin(viewer, (await params).id, readClient(request));
  return json({ message: "Admin deleted successfully" });
});
