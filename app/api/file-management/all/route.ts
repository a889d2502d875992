import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { listPlatformFiles } from "@/lib/files/platform/data";
import { fileListQuerySchema } from "@/lib/files/platform/schema";
import { json, parseInput, route } from "@/lib/http/route";

/** GET /api/file-management/all → `{ files, total, nextCursor }`: at most 1,000 files at once, or pages when `limit` is given. */
export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  const query = parseInput(fileListQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listPlatformFiles(viewer, query));
});
