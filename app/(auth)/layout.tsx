import type { ReactNode } from "react";
import { SignInFrame } from "@/components/sign-in/sign-in-frame";
import { branding } from "@/lib/branding/data";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <SignInFrame brand={branding()}>{children}</SignInFrame>;
}
