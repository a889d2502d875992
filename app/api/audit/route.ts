import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { listAuditEvents } from "@/lib/audit/data";
import { auditQuerySchema } from "@/lib/audit/schema";
import { json, parseInput, route } from "@/lib/http/route";

/** GET /api/audit → `{ events, nextCursor }`: who did what, newest first, for superadmins. */
export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  const query = parseInput(auditQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listAuditEvents(viewer, query));
});
