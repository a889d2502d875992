import type { Metadata } from "next";
import { NewPasswordViews } from "@/components/sign-in/new-password-views";
import { ResetHelp } from "@/components/sign-in/reset-help";
import { findValidReset } from "@/lib/accounts/password-resets/data";
import { INVALID_LINK } from "@/lib/accounts/password-resets/schema";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Reset Password" };

/** Sets a new password with the link of a mail, also while a user is signed in. Opening the link doesn't use it up. */
export default async function ResetPasswordPage({ searchParams }: PageProps<"/reset-password">) {
  const { token } = await searchParams;
  const reset = await findValidReset(token);
  const { deliversMail, supportContact } = env();
  return (
    <NewPasswordViews
      link={reset && typeof token === "string" ? { token, email: reset.email } : null}
      invalid={INVALID_LINK}
      help={deliversMail ? null : <ResetHelp contact={supportContact} />}
    />
  );
}
