import { deleteAdmin } from "@/lib/admins/mutations";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { requireSuperadmin } from "@/lib/sessions/policy";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/admin/delete/{id} → `{ message }`. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireSuperadmin(request);
  await deleteAdmin(viewer, (await params).id, readClient(request));
  return json({ message: "Admin deleted successfully" });
});
