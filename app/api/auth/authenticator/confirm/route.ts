import { confirmAuthenticator } from "@/lib/accounts/second-factors/mutations";
import { factorCodeBodySchema } from "@/lib/accounts/second-factors/schema";
import { enrolmentCall } from "../../../call";

export const POST = enrolmentCall({ body: factorCodeBodySchema }, async ({ viewer, body, client }) => {
  return { message: "Authenticator app added", recoveryCodes: await confirmAuthenticator(viewer, body.code, client) };
});
