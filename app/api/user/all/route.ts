import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { listUserPage } from "@/lib/accounts/users/data";
import { userListQuerySchema } from "@/lib/accounts/users/schema";
import { json, parseInput, route } from "@/lib/http/route";

/** GET /api/user/all → `{ users, total, nextCursor }`: whole, or in pages when `limit` or `cursor` is given. */
export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  const query = parseInput(userListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listUserPage(viewer, query));
});
