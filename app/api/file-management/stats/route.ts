import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readStorage } from "@/lib/storage/data";

/** GET /api/file-management/stats → `{ used, total, available, files }`: bytes, and the number of files. */
export const GET = route(async (request: Request) => {
  await requireSuperadmin(request);
  return json(await readStorage());
});
