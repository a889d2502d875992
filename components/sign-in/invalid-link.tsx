"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { INVALID_LINK } from "@/lib/accounts/password-resets/schema";
import { ViewHeading } from "./view-heading";

interface InvalidLinkProps {
  /** True when it has come in place of the form. */
  isNews: boolean;
  onAskAgain: () => void;
}

/** A link that was used, has expired or never was. */
export function InvalidLink({ isNews, onAskAgain }: InvalidLinkProps) {
  return (
    <>
      <ViewHeading takesFocus={isNews}>Reset Password</ViewHeading>
      <Notice tone="error" live={isNews} className="mt-5">
        {INVALID_LINK}
      </Notice>
      <div className="mt-7 grid gap-4">
        <Button size="large" onClick={onAskAgain}>
          Request a New Link
        </Button>
        <Button asChild variant="link" size="inline" className="justify-self-center">
          <Link href="/login">Back to Login</Link>
        </Button>
      </div>
    </>
  );
}
