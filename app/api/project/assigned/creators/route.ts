import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listAssignedCreators } from "@/lib/projects/data";

export const GET = route(async (request: Request) => json({ creators: await listAssignedCreators(await requireViewer(request)) }));
