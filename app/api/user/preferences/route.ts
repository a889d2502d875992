import { changePreferences } from "@/lib/accounts/profile/mutations";
import { preferencesSchema } from "@/lib/accounts/profile/schema";
import { viewerCall } from "../../call";

export const PUT = viewerCall("write")({ body: preferencesSchema }, async ({ viewer, body }) => {
  return { preferences: await changePreferences(viewer, body) };
});
