import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { auditActor } from "@/lib/audit/mutations";
import { findScope } from "@/lib/files/data";
import { moveItems } from "@/lib/files/relocate";
import { type ItemsAnswer, relocateSchema } from "@/lib/files/schema";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** POST /api/files/{project}/move `{ itemPaths, targetPath }` → ItemsAnswer. */
export const POST = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const { itemPaths, targetPath } = await readJson(request, relocateSchema);
  const scope = await findScope(viewer, (await params).project);
  const items = await moveItems(scope, itemPaths, targetPath, auditActor(viewer, readClient(request)));
  return json({ success: true, message: `Moved ${items.length} item(s) successfully`, items } satisfies ItemsAnswer);
});
