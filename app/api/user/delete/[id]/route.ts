import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";
import { deleteUser } from "@/lib/users/mutations";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/user/delete/{id} → `{ message }`. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  await deleteUser(viewer, (await params).id, readClient(request));
  return json({ message: "User deleted successfully" });
});
