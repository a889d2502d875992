import { changePreferences } from "@/lib/accounts/profile/mutations";
import { preferencesSchema } from "@/lib/accounts/profile/schema";
import { requireViewer } from "@/lib/accounts/sessions/policy";
import { json, readJson, route } from "@/lib/http/route";

export const PUT = route(async (request: Request) => {
  const viewer = await requireViewer(request);
  return json({ preferences: await changePreferences(viewer, await readJson(request, preferencesSchema)) });
});
