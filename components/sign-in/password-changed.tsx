"use client";

import { CircleCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ViewHeading } from "./view-heading";

/** The end of a reset. */
export function PasswordChanged() {
  return (
    <>
      <CircleCheck aria-hidden className="mb-4 size-9 text-accent" />
      <ViewHeading takesFocus>Password changed successfully</ViewHeading>
      <p className="text-ink-muted">You have been signed out on every device. Please log in with your new password.</p>
      <Button asChild size="large" className="mt-7 w-full">
        {/* A whole load: the token stays behind, and nothing of a page that knew the session before is shown again. */}
        <a href="/login">Log In</a>
      </Button>
    </>
  );
}
