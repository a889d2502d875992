"use client";

import { useState, useTransition } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { NewAuthenticator } from "@/lib/accounts/second-factors/schema";

const AuthenticatorDialog = lazyPart(() => import("./authenticator-dialog").then(({ AuthenticatorDialog }) => AuthenticatorDialog));
const RecoveryCodesDialog = lazyPart(() => import("./recovery-codes-dialog").then(({ RecoveryCodesDialog }) => RecoveryCodesDialog));

interface AuthenticatorSetupProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  /** Called when the app is set up and new recovery codes are saved. */
  onDone: () => void;
}

/** Sets up an authenticator app: a button, and the dialogs that it leads through. */
export function AuthenticatorSetup({ onDone, ...button }: AuthenticatorSetupProps) {
  const { showBanner } = useBanner();
  const [isBeginning, startTransition] = useTransition();
  const [begun, setBegun] = useState<NewAuthenticator | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  async function begin() {
    try {
      setBegun((await requestJson("/api/auth/authenticator", { method: "POST" })) as NewAuthenticator);
    } catch (error) {
      const message = serverMessage(error, "Failed to set up the authenticator app", UNREACHABLE);
      showBanner({ tone: "error", message, timeout: NOTICE_MS });
    }
  }

  function confirmed(recoveryCodes: string[] | null) {
    setBegun(null);
    setCodes(recoveryCodes);
    if (!recoveryCodes) onDone();
  }

  function saved() {
    setCodes(null);
    onDone();
  }

  return (
    <>
      <Button {...button} busy={isBeginning} onClick={() => startTransition(begin)}>
        Set Up Authenticator App
      </Button>
      {begun ? <AuthenticatorDialog {...begun} onConfirmed={confirmed} onClose={() => setBegun(null)} /> : null}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={saved} /> : null}
    </>
  );
}
