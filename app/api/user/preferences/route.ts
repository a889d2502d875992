import { z } from "zod";
import { changePreferences } from "@/lib/accounts/profile/mutations";
import { changedPreferencesSchema, preferencesSchema } from "@/lib/accounts/profile/schema";
import { viewerCall } from "../../call";

export const PUT = viewerCall("write", {
  summary: "Change my preferences",
  body: changedPreferencesSchema,
  example: { projectLayout: "gallery" },
  answer: z.object({ preferences: preferencesSchema }),
})(async ({ viewer, body }) => ({ preferences: await changePreferences(viewer, body) }));
