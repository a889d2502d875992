"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { useBanner } from "@/components/shared/notices/banner";
import { Button } from "@/components/ui/button";
import { CardContent } from "@/components/ui/card";
import type { Role } from "@/lib/accounts/sessions/schema";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";
import type { PasswordAnswer } from "./password-fields";

const PasswordDialog = lazyPart(() => import("./password-dialog").then(({ PasswordDialog }) => PasswordDialog));

interface PasswordSectionProps {
  role: Role;
  email: string;
  onChanged: (endedSessions: number) => void;
}

export function PasswordSection({ role, email, onChanged }: PasswordSectionProps) {
  const { showBanner } = useBanner();
  const [isOpen, setIsOpen] = useState(false);

  function finish({ message, endedSessions }: PasswordAnswer) {
    setIsOpen(false);
    showBanner({ tone: "success", message });
    onChanged(endedSessions);
  }

  return (
    <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-48 flex-1">{`Use at least ${NEW_PASSWORD_MIN} characters. Don't reuse a password from another site.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen ? <PasswordDialog role={role} email={email} onChanged={finish} onClose={() => setIsOpen(false)} /> : null}
    </CardContent>
  );
}
