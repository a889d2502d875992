import { beginAuthenticator, removeAuthenticator } from "@/lib/accounts/second-factors/mutations";
import { newAuthenticatorSchema } from "@/lib/accounts/second-factors/schema";
import { sessionCall } from "../../call";

export const POST = sessionCall("enrolment", {
  summary: "Begin to set up an authenticator app",
  description: "Returns the settings for the app (RFC 6238). The app becomes a second factor when its first code is confirmed.",
  status: 201,
  answer: newAuthenticatorSchema,
  errors: [409],
})(({ viewer }) => beginAuthenticator(viewer));

export const DELETE = sessionCall("enrolment", {
  summary: "Remove my authenticator app",
  description:
    "Removing the last second factor also deletes the recovery codes. Returns 409 if the role of the account requires a second factor.",
  errors: [404, 409],
})(async ({ viewer, client }) => {
  await removeAuthenticator(viewer, client);
  return { message: "Authenticator app removed" };
});
