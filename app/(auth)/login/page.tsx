import type { Metadata } from "next";
import { SignInScreen } from "@/components/sign-in/sign-in-screen";
import { safeNextPath } from "@/lib/sessions/schema";

export const metadata: Metadata = { title: "Sign in" };

/** /login is the sign-in screen, as / is. */
export default async function SignInPage({ searchParams }: PageProps<"/login">) {
  const { next } = await searchParams;
  return <SignInScreen next={safeNextPath(next)} />;
}
