import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readSuperadminDashboard } from "@/lib/projects/stats/data";

/** GET /api/superadmin/dashboard → SuperadminDashboard: the figures, the latest projects and admins, and how often maps were opened, for superadmins. */
export const GET = route(async (request: Request) => json(await readSuperadminDashboard(await requireSuperadmin(request))));
