import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { readUserDashboard } from "@/lib/projects/stats/data";

export const GET = route(async (request: Request) => json(await readUserDashboard(await requireViewer(request))));
