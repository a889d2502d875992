import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listTrashedProjects } from "@/lib/projects/trash/data";

export const GET = route(async (request: Request) => json({ projects: await listTrashedProjects(await requireAdmin(request)) }));
