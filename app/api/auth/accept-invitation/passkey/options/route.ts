import { invitationPasskeyOptions } from "@/lib/accounts/invitations/mutations";
import { invitationLinkSchema } from "@/lib/accounts/invitations/schema";
import { passkeyOptionsSchema } from "@/lib/accounts/passkeys/schema";
import { publicCall } from "../../../../call";

export const POST = publicCall({
  summary: "Begin to accept an invitation with a passkey",
  description: "Returns options for `navigator.credentials.create`.",
  body: invitationLinkSchema,
  example: { token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h" },
  answer: passkeyOptionsSchema,
  errors: [429],
})(({ body, client }) => invitationPasskeyOptions(body, client));
