import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readSuperadminDashboard } from "@/lib/projects/stats/data";

export const GET = route(async (request: Request) => json(await readSuperadminDashboard(await requireSuperadmin(request))));
