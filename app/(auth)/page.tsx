import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInViews } from "@/components/sign-in/sign-in-views";
import { findPageViewer } from "@/lib/accounts/sessions/page";
import { safeNextPath } from "@/lib/accounts/sessions/schema";

export const metadata: Metadata = { title: "Sign in" };

/** Shows the sign-in screen on / and /login. Redirects users who are signed in. */
export default async function SignInPage({ searchParams }: Pick<PageProps<"/">, "searchParams">) {
  const next = safeNextPath((await searchParams)["next"]);
  if (await findPageViewer()) redirect(next);
  return <SignInViews next={next} />;
}
