import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { listImports } from "@/lib/imports/data";

export const GET = route(async (request: Request) => {
  const viewer = await requireAdmin(request);
  return json({ imports: await listImports(viewer) });
});
