import { listAdminPage } from "@/lib/accounts/admins/data";
import { adminListQuerySchema } from "@/lib/accounts/admins/schema";
import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, parseInput, route } from "@/lib/http/route";

/** GET /api/admin/all → `{ admins, total, nextCursor }`: whole, or in pages when `limit` or `cursor` is given. */
export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  const query = parseInput(adminListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listAdminPage(viewer, query));
});
