import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { createUser } from "@/lib/accounts/users/mutations";
import { newUserSchema } from "@/lib/accounts/users/schema";
import { readClient } from "@/lib/http/client";
import { bodyLimits, json, readJson, route } from "@/lib/http/route";

export const POST = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  const user = await createUser(viewer, await readJson(request, newUserSchema, bodyLimits.lists), readClient(request));
  return json({ message: "User created successfully", user }, { status: 201 });
});
