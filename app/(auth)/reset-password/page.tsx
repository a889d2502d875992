import type { Metadata } from "next";
import { NewPasswordScreen } from "@/components/sign-in/new-password-screen";
import { findValidReset } from "@/lib/accounts/password-resets/data";

export const metadata: Metadata = { title: "Reset Password" };

/** /reset-password?token=… sets a new password by the link of a mail, whoever is signed in here. Looking at it uses nothing up. */
export default async function ResetPasswordPage({ searchParams }: PageProps<"/reset-password">) {
  const { token } = await searchParams;
  const reset = await findValidReset(token);
  return <NewPasswordScreen link={reset && typeof token === "string" ? { token, email: reset.email } : null} />;
}
