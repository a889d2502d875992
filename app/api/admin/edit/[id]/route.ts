import { editAdmin } from "@/lib/admins/mutations";
import { editAdminSchema } from "@/lib/admins/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requireSuperadmin } from "@/lib/sessions/policy";

interface Context {
  params: Promise<{ id: string }>;
}

/** PUT /api/admin/edit/{id} `{ name, email, password? }` → `{ message, admin }`. */
export const PUT = route(async (request: Request, { params }: Context) => {
  const viewer = await requireSuperadmin(request);
  const admin = await editAdmin(viewer, (await params).id, await readJson(request, editAdminSchema), readClient(request));
  return json({ message: "Admin updated successfully", admin });
});
