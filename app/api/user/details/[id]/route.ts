import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { findUser } from "@/lib/accounts/users/data";
import { notFound } from "@/lib/errors";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/user/details/[id]">) => {
  const viewer = await requireAdmin(request);
  const user = await findUser(viewer, (await params).id);
  if (!user) throw notFound("This account no longer exists.");
  return json({ user });
});
