import { z } from "zod";
import { emailSchema, newPasswordSchema } from "../schema";

export const RESET_LINK_MINUTES = 60;

const emailRequired = "Email address is required.";

export const forgotPasswordSchema = z.object({
  email: z.string(emailRequired).trim().min(1, { error: emailRequired, abort: true }).pipe(emailSchema),
});
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

export const INVALID_LINK = "This link is no longer valid. Please request a new one.";

const tooShort = "New password must be at least 8 characters long";

export const resetTokenSchema = z.string(INVALID_LINK).regex(/^[\w-]{43}$/, INVALID_LINK);

export const resetPasswordSchema = z.object({ token: resetTokenSchema, newPassword: newPasswordSchema(tooShort) });
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;

export const newPasswordFormSchema = z
  .object({ newPassword: newPasswordSchema(tooShort), confirmation: z.string() })
  .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
    error: "New passwords do not match",
    path: ["confirmation"],
    // Passwords that are too short are not compared.
    when: ({ issues }) => issues.length === 0,
  });
export type NewPassword = z.infer<typeof newPasswordFormSchema>;
