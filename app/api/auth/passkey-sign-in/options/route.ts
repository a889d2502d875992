import { passkeyOptionsSchema } from "@/lib/accounts/passkeys/schema";
import { passkeyRequestOptions } from "@/lib/accounts/passkeys/sign-in";
import { publicCall } from "../../../call";

export const POST = publicCall({
  summary: "Begin to sign in with a passkey",
  description:
    "Returns options for `navigator.credentials.get`. Their challenge can be used once, within five minutes. The number of calls is limited by address.",
  answer: passkeyOptionsSchema,
  errors: [429],
})(({ client }) => passkeyRequestOptions(client));
