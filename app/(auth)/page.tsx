import type { Metadata } from "next";
import { SignInScreen } from "@/components/sign-in/sign-in-screen";
import { safeNextPath } from "@/lib/sessions/schema";

export const metadata: Metadata = { title: "Sign in" };

/** / is the sign-in screen, as /login is. */
export default async function HomePage({ searchParams }: PageProps<"/">) {
  const { next } = await searchParams;
  return <SignInScreen next={safeNextPath(next)} />;
}
