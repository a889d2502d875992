import { requireSuperadmin } from "@/lib/accounts/sessions/policy";
import { listPlatformFiles } from "@/lib/files/platform/data";
import { fileListQuerySchema } from "@/lib/files/platform/schema";
import { json, readQuery, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => {
  const viewer = await requireSuperadmin(request);
  return json(await listPlatformFiles(viewer, readQuery(request, fileListQuerySchema)));
});
