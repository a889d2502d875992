"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { Button } from "@/components/ui/button";
import { CardContent } from "@/components/ui/card";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/schema";
import type { Role } from "@/lib/accounts/sessions/schema";
import { PasswordDialog } from "./password-dialog";
import type { PasswordAnswer } from "./use-password-form";

interface PasswordSectionProps {
  role: Role;
  email: string;
  /** @param endedSessions how many other sessions ended with the old password */
  onChanged: (endedSessions: number) => void;
}

/** The password, which nobody can see, and the way to another one. */
export function PasswordSection({ role, email, onChanged }: PasswordSectionProps) {
  const { showBanner } = useBanner();
  const [isOpen, setIsOpen] = useState(false);

  function finish({ message, endedSessions }: PasswordAnswer) {
    setIsOpen(false);
    showBanner({ tone: "success", message, timeout: SUCCESS_NOTICE_MS });
    onChanged(endedSessions);
  }

  return (
    <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-48 flex-1">{`At least ${NEW_PASSWORD_MIN} characters, and best used nowhere else.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen ? <PasswordDialog role={role} email={email} onChanged={finish} onClose={() => setIsOpen(false)} /> : null}
    </CardContent>
  );
}
