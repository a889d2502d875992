import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { listVersions, parseProjectId } from "@/lib/projects/versions/data";
import { editNote, makeCurrent } from "@/lib/projects/versions/mutations";
import { editNoteSchema, makeCurrentSchema } from "@/lib/projects/versions/schema";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/project/versions/[id]">) => {
  const viewer = await requireAdmin(request);
  return json({ versions: await listVersions(viewer, parseProjectId((await params).id)) });
});

export const POST = route(async (request: Request, { params }: RouteContext<"/api/project/versions/[id]">) => {
  const viewer = await requireAdmin(request);
  const { versionId } = await readJson(request, makeCurrentSchema);
  const projectId = parseProjectId((await params).id);
  await makeCurrent(projectId, versionId, auditActor(viewer, readClient(request)));
  return json({ message: "This version of the map is online now", versions: await listVersions(viewer, projectId) });
});

export const PATCH = route(async (request: Request, { params }: RouteContext<"/api/project/versions/[id]">) => {
  const viewer = await requireAdmin(request);
  const edit = await readJson(request, editNoteSchema);
  const projectId = parseProjectId((await params).id);
  await editNote(projectId, edit, auditActor(viewer, readClient(request)));
  return json({ message: edit.note ? "Note saved" : "Note removed", versions: await listVersions(viewer, projectId) });
});
