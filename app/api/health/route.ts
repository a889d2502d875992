import { isSuperadmin, requireViewer } from "@/lib/accounts/sessions/policy";
import { readHealth } from "@/lib/health/data";
import { json, route } from "@/lib/http/route";

export const dynamic = "force-dynamic";

export const GET = route(async (request: Request) => {
  // Health is public, also with an ended session or without a database.
  const viewer = await requireViewer(request, "read").catch(() => null);
  const health = await readHealth(viewer !== null && isSuperadmin(viewer));
  return json(health, { status: health.status === "ok" ? 200 : 503 });
});
