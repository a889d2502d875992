"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { Button } from "@/components/ui/button";
import { CardContent } from "@/components/ui/card";
import type { Role } from "@/lib/sessions/schema";
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
      <p className="flex items-center gap-3">
        <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
        <span aria-hidden className="text-ink-muted tracking-[0.2em]">
          ••••••••••
        </span>
      </p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen ? <PasswordDialog role={role} email={email} onChanged={finish} onClose={() => setIsOpen(false)} /> : null}
    </CardContent>
  );
}
