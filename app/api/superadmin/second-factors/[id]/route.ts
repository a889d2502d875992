import { resetFactors } from "@/lib/accounts/second-factors/reset";
import { endedSessionsSchema } from "@/lib/openapi/parameters";
import { superadminCall } from "../../../call";

export const DELETE = superadminCall("session", {
  summary: "Reset the second factors of an account",
  description:
    "Removes authenticator app, passkeys and recovery codes of a user or an admin who lost them. Ends all sessions of the account. The account can then sign in with the password only.",
  answer: endedSessionsSchema,
})(async ({ viewer, id, client }) => ({
  message: "Two-step verification was reset.",
  endedSessions: await resetFactors(viewer, id, client),
}));
