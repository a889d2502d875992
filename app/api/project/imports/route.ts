import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listImports } from "@/lib/imports/data";

/** GET /api/project/imports → `{ imports: ImportSummary[] }`: everybody's that are under way, and one's own that failed lately. */
export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json({ imports: await listImports(viewer) });
});
