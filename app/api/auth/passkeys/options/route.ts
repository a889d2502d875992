import { ownPasskeyOptions } from "@/lib/accounts/passkeys/mutations";
import { passkeyOptionsSchema } from "@/lib/accounts/passkeys/schema";
import { sessionCall } from "../../../call";

export const POST = sessionCall("enrolment", {
  summary: "Begin to add a passkey",
  description: "Returns options for `navigator.credentials.create`. Their challenge can be used once, within five minutes.",
  needsProof: true,
  answer: passkeyOptionsSchema,
})(({ viewer }) => ownPasskeyOptions(viewer));
