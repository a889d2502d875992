import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, readQuery, route } from "@/lib/http/route";
import { readAnalytics } from "@/lib/projects/analytics/data";
import { analyticsQuerySchema } from "@/lib/projects/analytics/schema";

export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json(await readAnalytics(viewer, readQuery(request, analyticsQuerySchema).days));
});
