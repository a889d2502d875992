import { readHealth } from "@/lib/health/data";
import { json, route } from "@/lib/http/route";

export const dynamic = "force-dynamic";

/** GET /api/health → 200 when database, object store and migrations are right, else 503 saying which is not. */
export const GET = route(async () => {
  const health = await readHealth();
  return json(health, { status: health.status === "ok" ? 200 : 503 });
});
