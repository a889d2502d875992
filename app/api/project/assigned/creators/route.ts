import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listAssignedCreators } from "@/lib/projects/data";

/** GET /api/project/assigned/creators → `{ creators: [{ _id, name }] }`, by name: who created the projects assigned to the caller. */
export const GET = route(async (request: Request) => json({ creators: await listAssignedCreators(await requireViewer(request)) }));
