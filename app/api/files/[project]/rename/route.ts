import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import { renameItem } from "@/lib/files/mutations";
import { type ItemAnswer, renameSchema } from "@/lib/files/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** PATCH /api/files/{project}/rename `{ oldPath, newName }` → ItemAnswer. */
export const PATCH = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { oldPath, newName } = await readJson(request, renameSchema);
  const scope = await findScope(viewer, (await params).project);
  const item = await renameItem(scope, oldPath, newName, auditActor(viewer, readClient(request)));
  return json({ success: true, message: "Renamed successfully", item } satisfies ItemAnswer);
});
