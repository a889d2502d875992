import { readProfile } from "@/lib/accounts/data";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  return json({ user: await readProfile(viewer.accountId) });
});
