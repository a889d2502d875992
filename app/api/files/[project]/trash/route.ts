import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import { emptyTrash } from "@/lib/files/trash/mutations";
import { type EmptiedAnswer, emptyTrashSchema } from "@/lib/files/trash/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { listTrash } from "@/lib/trash/data";

interface Context {
  params: Promise<{ project: string }>;
}

/** GET /api/files/{project}/trash → TrashAnswer: what can be restored. */
export const GET = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  return json(await listTrash(await findScope(viewer, (await params).project)));
});

/** DELETE /api/files/{project}/trash `{ ids? }` → EmptiedAnswer: these items, or all of them, for good. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { ids } = await readJson(request, emptyTrashSchema);
  const scope = await findScope(viewer, (await params).project);
  const deleted = await emptyTrash(scope, ids ?? null, auditActor(viewer, readClient(request)));
  return json({ success: true, message: `Deleted ${deleted} item(s) successfully`, deleted } satisfies EmptiedAnswer);
});
