import { readHealth } from "@/lib/health/data";
import { json, route } from "@/lib/http/route";

export const dynamic = "force-dynamic";

export const GET = route(async () => {
  const health = await readHealth();
  return json(health, { status: health.status === "ok" ? 200 : 503 });
});
