import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import { type DeleteAnswer, deleteItemSchema } from "@/lib/files/schema";
import { deleteItem, trashItem } from "@/lib/files/trash/mutations";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** DELETE /api/files/{project}/item `{ itemPath, itemType?, permanently? }` → DeleteAnswer: into the trash, unless `permanently`. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { itemPath: path, itemType: type, permanently } = await readJson(request, deleteItemSchema);
  const scope = await findScope(viewer, (await params).project);
  const actor = auditActor(viewer, readClient(request));
  if (!permanently) {
    const trashId = await trashItem(scope, { path, type }, actor);
    return json({ success: true, message: "Moved to trash", trashId } satisfies DeleteAnswer);
  }
  await deleteItem(scope, { path, type }, actor);
  return json({ success: true, message: "Deleted successfully", trashId: null } satisfies DeleteAnswer);
});
