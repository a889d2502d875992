import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { editUser } from "@/lib/accounts/users/mutations";
import { editUserSchema } from "@/lib/accounts/users/schema";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const PUT = route(async (request: Request, { params }: RouteContext<"/api/user/edit/[id]">) => {
  const viewer = await requireAdmin(request);
  const user = await editUser(viewer, (await params).id, await readJson(request, editUserSchema, bodyLimits.lists), readClient(request));
  return json({ message: "User updated successfully", user });
});
