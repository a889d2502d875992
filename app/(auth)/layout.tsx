import type { ReactNode } from "react";
import { SignInFrame } from "@/components/sign-in/sign-in-frame";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <SignInFrame>{children}</SignInFrame>;
}
