import { json, route } from "@/lib/http/route";
import { listImports } from "@/lib/imports/data";
import { requireAdmin } from "@/lib/sessions/policy";

/** GET /api/project/imports → `{ imports: ImportSummary[] }`: everybody's that are under way, and one's own that failed lately. */
export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json({ imports: await listImports(viewer) });
});
