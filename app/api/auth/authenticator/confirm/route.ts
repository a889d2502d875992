import { confirmAuthenticator } from "@/lib/accounts/second-factors/mutations";
import { confirmedFactorSchema, factorCodeBodySchema } from "@/lib/accounts/second-factors/schema";
import { sessionCall } from "../../../call";

export const POST = sessionCall("enrolment", {
  summary: "Confirm an authenticator app",
  description: "The app becomes a second factor. Signing in then needs a code.",
  body: factorCodeBodySchema,
  example: { code: "287082" },
  answer: confirmedFactorSchema,
  errors: [409],
})(async ({ viewer, body, client }) => ({
  message: "Authenticator app added",
  recoveryCodes: await confirmAuthenticator(viewer, body.code, client),
}));
