import { isSuperadmin, requireViewer } from "@/lib/accounts/sessions/policy";
import { readHealth } from "@/lib/health/data";
import { healthSchema } from "@/lib/health/schema";
import { json, route } from "@/lib/http/route";
import { describe, jsonAnswer } from "@/lib/openapi/description";

export const dynamic = "force-dynamic";

const handler = route(async (request: Request) => {
  // Health is public, also with an ended session or without a database.
  const viewer = await requireViewer(request, "read").catch(() => null);
  const health = await readHealth(viewer !== null && isSuperadmin(viewer));
  return json(health, { status: health.status === "ok" ? 200 : 503 });
});

export const GET = describe({
  callers: "everyone",
  summary: "Check the health of the product",
  answer: healthSchema,
  otherErrors: { 503: jsonAnswer(healthSchema, "At least one of the `checks` fails.") },
})(handler);
