import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, parseInput, route } from "@/lib/http/route";
import { listAssignedPage } from "@/lib/projects/data";
import { assignedListQuerySchema } from "@/lib/projects/schema";

/**
 * GET /api/project/assigned → `{ projects, total, nextCursor, assignedTotal }`: the projects assigned to the caller, whole,
 * or in pages when `limit` or `cursor` is given.
 */
export const GET = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  const query = parseInput(assignedListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listAssignedPage(viewer, query));
});
