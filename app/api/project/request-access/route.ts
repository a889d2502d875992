import { requireViewer } from "@/lib/accounts/sessions/policy";
import { readClient } from "@/lib/http/client";
import { json, readJson, route } from "@/lib/http/route";
import { requestAccess } from "@/lib/projects/access-requests/mutations";
import { ACCESS_REQUESTED, requestAccessSchema } from "@/lib/projects/access-requests/schema";

export const POST = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  const { safeName } = await readJson(request, requestAccessSchema);
  await requestAccess(viewer, safeName, readClient(request));
  return json({ message: ACCESS_REQUESTED });
});
