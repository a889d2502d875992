import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { findExisting, findScope } from "@/lib/files/data";
import { existingSchema } from "@/lib/files/schema";
import { json, readJson, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ project: string }>;
}

/** POST /api/files/{project}/existing `{ targetPath, paths }` → ExistingAnswer: what files that are to be uploaded meet there. */
export const POST = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  const wanted = await readJson(request, existingSchema);
  return json(await findExisting(await findScope(viewer, (await params).project), wanted));
});
