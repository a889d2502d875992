import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";
import { dismissImport } from "@/lib/imports/mutations";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/project/imports/{id} → `{ message }`: takes note of one's own failed import, which is then listed no more. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireAdmin(request);
  await dismissImport(viewer, (await params).id);
  return json({ message: "Failed upload dismissed" });
});
