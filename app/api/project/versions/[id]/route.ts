import { auditActor } from "@/lib/audit/mutations";
import { listVersions, parseProjectId } from "@/lib/projects/versions/data";
import { editNote, makeCurrent } from "@/lib/projects/versions/mutations";
import { editNoteSchema, makeCurrentSchema } from "@/lib/projects/versions/schema";
import { adminCall } from "../../../call";

export const GET = adminCall("publish-read")({}, async ({ viewer, id }) => ({ versions: await listVersions(viewer, parseProjectId(id)) }));

export const POST = adminCall("write")({ body: makeCurrentSchema }, async ({ viewer, id, body, client }) => {
  const projectId = parseProjectId(id);
  await makeCurrent(projectId, body.versionId, auditActor(viewer, client));
  return { message: "This version of the map is online now", versions: await listVersions(viewer, projectId) };
});

export const PATCH = adminCall("write")({ body: editNoteSchema }, async ({ viewer, id, body, client }) => {
  const projectId = parseProjectId(id);
  await editNote(projectId, body, auditActor(viewer, client));
  return { message: body.note ? "Note saved" : "Note removed", versions: await listVersions(viewer, projectId) };
});
