import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { signOutUser } from "@/lib/accounts/users/mutations";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request, { params }: RouteContext<"/api/user/sign-out/[id]">) => {
  const viewer = await requireAdmin(request);
  const endedSessions = await signOutUser(viewer, (await params).id, readClient(request));
  return json({ message: "User signed out everywhere", endedSessions });
});
