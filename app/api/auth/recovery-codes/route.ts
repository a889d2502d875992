import { makeRecoveryCodes } from "@/lib/accounts/second-factors/mutations";
import { newRecoveryCodesSchema } from "@/lib/accounts/second-factors/schema";
import { sessionCall } from "../../call";

export const POST = sessionCall("session", {
  summary: "Make new recovery codes",
  description: "The previous codes stop working.",
  answer: newRecoveryCodesSchema,
  errors: [409],
})(async ({ viewer, client }) => ({ message: "New recovery codes made", recoveryCodes: await makeRecoveryCodes(viewer, client) }));
