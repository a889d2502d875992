import { acceptWithPassword } from "@/lib/accounts/invitations/mutations";
import { acceptInvitationSchema } from "@/lib/accounts/invitations/schema";
import { publicCall } from "../../call";
import { signedInAnswer, signedInSchema } from "../signed-in-answer";

export const POST = publicCall({
  summary: "Accept an invitation",
  description: "Sets name and password with the token of a mailed link, and signs in. The token can be used once.",
  body: acceptInvitationSchema,
  example: { token: "k3Jx0yq7R2m5T8w1Z4b6N9c3V5x7L0p2Q4s6D8f1G3h", fullName: "Ada Harbour", newPassword: "a long pass phrase" },
  answer: signedInSchema,
  setsCookie: true,
  errors: [429],
})(async ({ request, body, client }) => signedInAnswer(request, await acceptWithPassword(body, client), { message: "Account created." }));
