import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, parseInput, route } from "@/lib/http/route";
import { listProjectPage } from "@/lib/projects/data";
import { managedListQuerySchema } from "@/lib/projects/schema";

/**
 * GET /api/project/all → `{ projects, total, nextCursor }`: whole, or in pages when `limit` or `cursor` is given; narrowed down by
 * `search`, `status`, `createdBy`, `from` and `to`.
 */
export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  const query = parseInput(managedListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listProjectPage(viewer, query));
});
