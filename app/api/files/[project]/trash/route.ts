import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { findScope } from "@/lib/files/data";
import { listTrash } from "@/lib/files/trash/data";
import { emptyTrash } from "@/lib/files/trash/mutations";
import { type EmptiedAnswer, emptyTrashSchema } from "@/lib/files/trash/schema";
import { json, route } from "@/lib/http/route";
import { fileChange } from "../file-change";

export const GET = route(async (request: Request, { params }: RouteContext<"/api/files/[project]/trash">) => {
  const viewer = await requireAdmin(request, "read");
  return json(await listTrash(await findScope(viewer, (await params).project)));
});

export const DELETE = fileChange("write", emptyTrashSchema, async (scope, { ids = null }, actor): Promise<EmptiedAnswer> => {
  const deleted = await emptyTrash(scope, ids, actor);
  return { success: true, message: `Deleted ${deleted} item(s) successfully`, deleted };
});
