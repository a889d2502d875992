import { json, parseInput, route } from "@/lib/http/route";
import { requireAdmin } from "@/lib/sessions/policy";
import { listUserPage } from "@/lib/users/data";
import { userListQuerySchema } from "@/lib/users/schema";

/** GET /api/user/all → `{ users, total, nextCursor }`: whole, or in pages when `limit` or `cursor` is given. */
export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  const query = parseInput(userListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listUserPage(viewer, query));
});
