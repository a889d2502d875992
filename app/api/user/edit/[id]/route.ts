import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requireAdmin } from "@/lib/sessions/policy";
import { editUser } from "@/lib/users/mutations";
import { editUserSchema } from "@/lib/users/schema";

interface Context {
  params: Promise<{ id: string }>;
}

/** PUT /api/user/edit/{id} `{ fullName, email, assignedProjects, password? }` → `{ message, user }`. */
export const PUT = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const user = await editUser(viewer, (await params).id, await readJson(request, editUserSchema), readClient(request));
  return json({ message: "User updated successfully", user });
});
