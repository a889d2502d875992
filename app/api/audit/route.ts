import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { listAuditEvents } from "@/lib/audit/data";
import { auditQuerySchema } from "@/lib/audit/schema";
import { json, readQuery, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  return json(await listAuditEvents(viewer, readQuery(request, auditQuerySchema)));
});
