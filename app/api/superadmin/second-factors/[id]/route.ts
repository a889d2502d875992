import { resetFactors } from "@/lib/accounts/second-factors/reset";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("session")({}, async ({ viewer, id, client }) => {
  return { message: "Two-step verification was reset.", endedSessions: await resetFactors(viewer, id, client) };
});
