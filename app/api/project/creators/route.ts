import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listCreators } from "@/lib/projects/data";

/** GET /api/project/creators → `{ creators: [{ _id, name }] }`, by name: who created projects. */
export const GET = route(async (request: Request) => json({ creators: await listCreators(await requireAdmin(request)) }));
