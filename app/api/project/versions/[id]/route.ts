import { auditActor } from "@/lib/audit/mutations";
import { messageSchema } from "@/lib/openapi/parameters";
import { listVersions, parseProjectId } from "@/lib/projects/versions/data";
import { editNote, makeCurrent } from "@/lib/projects/versions/mutations";
import { editNoteSchema, makeCurrentSchema, projectVersionsSchema } from "@/lib/projects/versions/schema";
import { adminCall } from "../../../call";

const changedSchema = messageSchema.extend(projectVersionsSchema.shape);

export const GET = adminCall("publish-read", {
  summary: "List the versions of a map",
  description: "Admins can open a version before it is current at `/projects/maps/{safeName}~{_id}/`.",
  answer: projectVersionsSchema,
})(async ({ viewer, id }) => ({ versions: await listVersions(viewer, parseProjectId(viewer, id)) }));

export const POST = adminCall("write", {
  summary: "Show a former version of a map",
  body: makeCurrentSchema,
  example: { versionId: "12" },
  answer: changedSchema,
})(async ({ viewer, id, body, client }) => {
  const projectId = parseProjectId(viewer, id);
  await makeCurrent(projectId, body.versionId, auditActor(viewer, client));
  return { message: "This version of the map is online now", versions: await listVersions(viewer, projectId) };
});

export const PATCH = adminCall("write", {
  summary: "Change the note of a version of a map",
  description: "An empty note removes it.",
  body: editNoteSchema,
  example: { versionId: "12", note: "Before the dredging in May" },
  answer: changedSchema,
})(async ({ viewer, id, body, client }) => {
  const projectId = parseProjectId(viewer, id);
  await editNote(projectId, body, auditActor(viewer, client));
  return { message: body.note ? "Note saved" : "Note removed", versions: await listVersions(viewer, projectId) };
});
