import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listCreators } from "@/lib/projects/data";

export const GET = route(async (request: Request) => json({ creators: await listCreators(await requireAdmin(request)) }));
