import { editAdmin } from "@/lib/accounts/admins/mutations";
import { editAdminSchema } from "@/lib/accounts/admins/schema";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ id: string }>;
}

/** PUT /api/admin/edit/{id} `{ name, email, password? }` → `{ message, admin }`. */
export const PUT = route(async (request: Request, { params }: Context) => {
  const viewer = await requireSuperadmin(request);
  const admin = await editAdmin(viewer, (await params).id, await readJson(request, editAdminSchema), readClient(request));
  return json({ message: "Admin updated successfully", admin });
});
