import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, parseInput, route } from "@/lib/http/route";
import { projectNameExists } from "@/lib/projects/data";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/project/check-name/[name]">) => {
  await requireAdmin(request);
  const name = parseInput(projectNameSchema, (await params).name);
  return json({ exists: await projectNameExists(name), safeName: toSafeName(name) });
});
