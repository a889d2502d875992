import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ResetHelp } from "@/components/sign-in/reset-help";
import { SignInViews } from "@/components/sign-in/sign-in-views";
import { SingleSignOn } from "@/components/sign-in/single-sign-on";
import { findPageViewer } from "@/lib/accounts/sessions/page";
import { safeNextPath } from "@/lib/accounts/sessions/schema";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sign in" };

/** Shows the sign-in screen on / and /login. Redirects users who are signed in. */
export default async function SignInPage({ searchParams }: Pick<PageProps<"/">, "searchParams">) {
  const { next: path, callbackUrl, error } = await searchParams;
  const { oidc, appOrigin, deliversMail, supportContact } = env();
  // NextAuth adds it to the address when a sign-in at the provider fails.
  const next = safeNextPath(path ?? String(callbackUrl ?? "").replace(appOrigin, ""));
  if (await findPageViewer()) redirect(next);
  const code = typeof error === "string" ? error : null;
  const singleSignOn = oidc ? <SingleSignOn next={next} label={oidc.label} error={code} isAlone={oidc.isOnly} /> : null;
  const help = deliversMail ? null : <ResetHelp contact={supportContact} />;
  return <SignInViews next={next} singleSignOn={singleSignOn} hidesPassword={oidc?.isOnly ?? false} help={help} />;
}
