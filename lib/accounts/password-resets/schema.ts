import { z } from "zod";
import { emailSchema, newPasswordSchema } from "../schema";

/** How long a link of a mail is good for. */
export const RESET_LINK_MINUTES = 60;

const emailRequired = "Email address is required.";

/** Who forgot a password: body of the call and the form on the screen. */
export const forgotPasswordSchema = z.object({
  email: z.string(emailRequired).trim().min(1, { error: emailRequired, abort: true }).pipe(emailSchema),
});
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

/** Said of a link that was used, has expired or never was: which of them is nobody's business. */
export const INVALID_LINK = "This link is no longer valid. Please request a new one.";

const tooShort = "New password must be at least 8 characters long";

/** A token as the mail's link carries it: 256 bits in base64url. */
export const resetTokenSchema = z.string(INVALID_LINK).regex(/^[\w-]{43}$/, INVALID_LINK);

/** Body of the call that sets the new password. */
export const resetPasswordSchema = z.object({ token: resetTokenSchema, newPassword: newPasswordSchema(tooShort) });
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;

/** The form of the mail's link. The password is typed twice, since nobody sees what is typed. */
export const newPasswordFormSchema = z
  .object({ newPassword: newPasswordSchema(tooShort), confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    error: "New passwords do not match",
    path: ["confirmation"],
    // Of what is too short, it is no news that it was not repeated yet.
    when: ({ issues }) => issues.length === 0,
  });
export type NewPassword = z.infer<typeof newPasswordFormSchema>;
