import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readAdminDashboard } from "@/lib/projects/stats/data";

export const GET = route(async (request: Request) => json(await readAdminDashboard(await requireAdmin(request))));
