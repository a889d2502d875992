import type { Metadata } from "next";
import { ChangePasswordView } from "@/components/shell/change-password-view";
import { pageOwing } from "@/lib/accounts/sessions/page";
import { safeNextPath } from "@/lib/accounts/sessions/schema";

export const metadata: Metadata = { title: "New password" };

/** Where an account replaces a password that it has not chosen. Redirects those who have chosen theirs. */
export default async function ChangePasswordPage({ searchParams }: PageProps<"/change-password">) {
  const { next: path } = await searchParams;
  const next = safeNextPath(path);
  const { role, email } = await pageOwing("password_change_required", next);
  return <ChangePasswordView next={next} role={role} email={email} />;
}
