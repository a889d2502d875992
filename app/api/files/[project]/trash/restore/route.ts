import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import type { ItemAnswer } from "@/lib/files/schema";
import { restoreItem } from "@/lib/files/trash/mutations";
import { restoreSchema } from "@/lib/files/trash/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** POST /api/files/{project}/trash/restore `{ id }` → ItemAnswer: what it is called, and where it lies, by now. */
export const POST = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { id } = await readJson(request, restoreSchema);
  const scope = await findScope(viewer, (await params).project);
  const item = await restoreItem(scope, id, auditActor(viewer, readClient(request)));
  return json({ success: true, message: `Restored “${item.path}” successfully`, item } satisfies ItemAnswer);
});
