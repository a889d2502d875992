"use client";

import { type ReactNode, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { AddedPasskey } from "@/lib/accounts/passkeys/schema";

const AddDialog = lazyPart(() => import("./passkey-dialogs").then(({ AddDialog }) => AddDialog));
const RecoveryCodesDialog = lazyPart(() =>
  import("@/components/sign-in/factors/recovery-codes-dialog").then((dialog) => dialog.RecoveryCodesDialog),
);

interface PasskeySetupProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  /** Called when the passkey is added and new recovery codes are saved. */
  onDone: () => void;
  children: ReactNode;
}

/** Adds a passkey: a button, and the dialogs that it leads through. */
export function PasskeySetup({ onDone, children, ...button }: PasskeySetupProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  function added({ recoveryCodes }: AddedPasskey) {
    setIsAdding(false);
    setCodes(recoveryCodes);
    if (!recoveryCodes) onDone();
  }

  function saved() {
    setCodes(null);
    onDone();
  }

  return (
    <>
      <Button {...button} onClick={() => setIsAdding(true)}>
        {children}
      </Button>
      {isAdding ? <AddDialog onAdded={added} onClose={() => setIsAdding(false)} /> : null}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={saved} /> : null}
    </>
  );
}
