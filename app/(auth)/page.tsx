import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInScreen } from "@/components/sign-in/sign-in-screen";
import { findPageViewer } from "@/lib/accounts/sessions/page";
import { safeNextPath } from "@/lib/accounts/sessions/schema";

export const metadata: Metadata = { title: "Sign in" };

/** / is the sign-in screen, as /login is; who is signed in already goes on. */
export default async function HomePage({ searchParams }: PageProps<"/">) {
  const next = safeNextPath((await searchParams)["next"]);
  if (await findPageViewer()) redirect(next);
  return <SignInScreen next={next} />;
}
