import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { deletePlatformFile } from "@/lib/file-management/mutations";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

interface Context {
  params: Promise<{ id: string }>;
}

/** DELETE /api/file-management/delete/{id} → `{ message }`: for good, past the trash. */
export const DELETE = route(async (request: Request, { params }: Context) => {
  const viewer = await requireSuperadmin(request);
  await deletePlatformFile(viewer, (await params).id, readClient(request));
  return json({ message: "File deleted successfully" });
});
