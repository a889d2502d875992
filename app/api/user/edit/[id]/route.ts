import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { editUserSchema } from "@/lib/accounts/users/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { editUser } from "@/lib/users/mutations";

interface Context {
  params: Promise<{ id: string }>;
}

/** PUT /api/user/edit/{id} `{ fullName, email, assignedProjects, password? }` → `{ message, user }`. */
export const PUT = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const user = await editUser(viewer, (await params).id, await readJson(request, editUserSchema), readClient(request));
  return json({ message: "User updated successfully", user });
});
