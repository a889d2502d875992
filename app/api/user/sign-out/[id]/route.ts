import { signOutEverywhere } from "@/lib/accounts/mutations";
import { adminCall } from "../../../call";

export const POST = adminCall("people")({}, async ({ viewer, id, client }) => {
  return { message: "User signed out everywhere", endedSessions: await signOutEverywhere({ role: "user", id }, viewer, client) };
});
