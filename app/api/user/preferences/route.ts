import { changePreferences } from "@/lib/accounts/profile/mutations";
import { changedPreferencesSchema } from "@/lib/accounts/profile/schema";
import { viewerCall } from "../../call";

export const PUT = viewerCall("write")({ body: changedPreferencesSchema }, async ({ viewer, body }) => {
  return { preferences: await changePreferences(viewer, body) };
});
