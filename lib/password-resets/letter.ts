import { RESET_LINK_MINUTES } from "../accounts/password-resets/schema";
import type { Letter } from "../mail/delivery/template";

/**
 * The mail with the link.
 * @param account whose password is to be reset
 * @param origin public origin of the application
 */
export function resetLetter(account: { name: string; email: string }, origin: string, token: string): Letter {
  return {
    subject: "Reset your Sea-Vision password",
    greeting: `Hello ${account.name},`,
    opening: [`Somebody, hopefully you, asked to reset the password of the Sea-Vision account ${account.email}.`],
    action: { label: "Set a new password", url: `${origin}/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${RESET_LINK_MINUTES} minutes. You will then be signed out on every device.`,
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
  };
}
