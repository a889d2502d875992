import { signOutAdmin } from "@/lib/accounts/admins/mutations";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request: Request, { params }: RouteContext<"/api/admin/sign-out/[id]">) => {
  const viewer = await requireSuperadmin(request);
  const endedSessions = await signOutAdmin(viewer, (await params).id, readClient(request));
  return json({ message: "Admin signed out everywhere", endedSessions });
});
