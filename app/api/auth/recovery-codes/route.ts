import { makeRecoveryCodes } from "@/lib/accounts/second-factors/mutations";
import { sessionCall } from "../../call";

export const POST = sessionCall({}, async ({ viewer, client }) => {
  return { message: "New recovery codes made", recoveryCodes: await makeRecoveryCodes(viewer, client) };
});
