import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, parseInput, route } from "@/lib/http/route";
import { projectNameExists } from "@/lib/projects/data";
import { projectNameSchema, toSafeName } from "@/lib/projects/schema";

interface Context {
  params: Promise<{ name: string }>;
}

/** GET /api/project/check-name/{name} → `{ exists, safeName }`; 400 with a message for a name that no project can have. */
export const GET = route(async (request: Request, { params }: Context) => {
  await requireAdmin(request);
  const name = parseInput(projectNameSchema, (await params).name);
  return json({ exists: await projectNameExists(name), safeName: toSafeName(name) });
});
