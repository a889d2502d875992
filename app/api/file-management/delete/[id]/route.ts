import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { deletePlatformFile } from "@/lib/files/platform/mutations";
import { readClient } from "@/lib/http/client";
import { json, route } from "@/lib/http/route";

export const DELETE = route(async (request: Request, { params }: RouteContext<"/api/file-management/delete/[id]">) => {
  const viewer = await requireSuperadmin(request);
  await deletePlatformFile(viewer, (await params).id, readClient(request));
  return json({ message: "File deleted successfully" });
});
