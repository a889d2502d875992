import { signOutEverywhere } from "@/lib/accounts/mutations";
import { superadminCall } from "../../../call";

export const POST = superadminCall("people")({}, async ({ viewer, id, client }) => {
  return { message: "Admin signed out everywhere", endedSessions: await signOutEverywhere({ role: "admin", id }, viewer, client) };
});
