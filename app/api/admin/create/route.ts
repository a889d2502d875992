import { createAdmin } from "@/lib/accounts/admins/mutations";
import { newAdminSchema } from "@/lib/accounts/admins/schema";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  const admin = await createAdmin(viewer, await readJson(request, newAdminSchema), readClient(request));
  return json({ message: "Admin created successfully", admin }, { status: 201 });
});
