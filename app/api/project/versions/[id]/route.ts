import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { makeCurrent } from "@/lib/projects/versions/mutations";
import { makeCurrentSchema } from "@/lib/projects/versions/schema";
import { listVersions, parseProjectId } from "@/lib/versions/data";

interface Context {
  params: Promise<{ id: string }>;
}

/** GET /api/project/versions/{id} → `{ versions: ProjectVersion[] }`, newest first: the map that a project shows, and those before it. */
export const GET = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  return json({ versions: await listVersions(viewer, parseProjectId((await params).id)) });
});

/** POST /api/project/versions/{id} `{ versionId }` → `{ message, versions }`: makes one of them the map that the project shows. */
export const POST = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { versionId } = await readJson(request, makeCurrentSchema);
  const projectId = parseProjectId((await params).id);
  await makeCurrent(projectId, versionId, auditActor(viewer, readClient(request)));
  return json({ message: "This version of the map is online now", versions: await listVersions(viewer, projectId) });
});
