import { requestReset } from "@/lib/accounts/password-resets/mutations";
import { forgotPasswordSchema } from "@/lib/accounts/password-resets/schema";
import { publicCall } from "../../call";

const message = "If an account exists for this address, instructions to reset the password will arrive within minutes.";

export const POST = publicCall({
  summary: "Request a password reset",
  description: "Sends a mail with a link. The answer is the same whether the account exists or not. The number of attempts is limited.",
  body: forgotPasswordSchema,
  example: { email: "captain@example.com" },
  errors: [429],
})(async ({ body, client }) => {
  await requestReset(body, client);
  return { message };
});
