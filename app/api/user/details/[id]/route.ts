import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { findUser } from "@/lib/accounts/users/data";
import { notFound } from "@/lib/errors";
import { json, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ id: string }>;
}

/** GET /api/user/details/{id} → `{ user }`, with every project assigned to it. */
export const GET = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const user = await findUser(viewer, (await params).id);
  if (!user) throw notFound("This account no longer exists.");
  return json({ user });
});
