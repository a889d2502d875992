import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listProjectNames } from "@/lib/projects/data";

export const GET = route(async (request: Request) => json({ projects: await listProjectNames(await requireAdmin(request)) }));
