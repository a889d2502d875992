import { z } from "zod";
import { acceptWithPasskey } from "@/lib/accounts/invitations/mutations";
import { acceptWithPasskeySchema } from "@/lib/accounts/invitations/schema";
import { bodyLimits } from "@/lib/http/route";
import { publicCall } from "../../../call";
import { newCredential } from "../../passkeys/example";
import { signedInAnswer, signedInSchema } from "../../signed-in-answer";

export const POST = publicCall({
  summary: "Accept an invitation with a passkey",
  description: "Send the result of `navigator.credentials.create` instead of a password. Only this answer contains the recovery codes.",
  body: acceptWithPasskeySchema,
  bodyLimit: bodyLimits.usual,
  example: { token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h", fullName: "Ada Harbour", passkey: newCredential },
  answer: signedInSchema.extend({ recoveryCodes: z.array(z.string()).nullable() }),
  setsCookie: true,
  errors: [409, 429],
})(async ({ request, body, client }) => {
  const { recoveryCodes, ...signedIn } = await acceptWithPasskey(body, client);
  return signedInAnswer(request, signedIn, { message: "Account created.", more: { recoveryCodes } });
});
