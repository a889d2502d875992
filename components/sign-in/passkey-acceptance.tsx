"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Accepted } from "./accept-with-passkey";
import type { PasskeyProblem } from "./sign-in-with-passkey";

const notLoaded: PasskeyProblem = { tone: "error", message: "Cannot connect to server. Please check if the server is running." };

interface PasskeyAcceptanceProps {
  token: string;
  /** Checks the name of the form. @returns null when it is not valid */
  checkName: () => string | null;
  onInvalid: (message: string) => void;
  onAccepted: () => void;
}

/** Accepts an invitation with a passkey in place of a password, and shows the recovery codes. */
export function PasskeyAcceptance({ token, checkName, onInvalid, onAccepted }: PasskeyAcceptanceProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const [accepted, setAccepted] = useState<Accepted | null>(null);

  async function accept() {
    const fullName = checkName();
    if (fullName === null) return;
    setIsBusy(true);
    setProblem(null);
    const found = await import("./accept-with-passkey").then(
      ({ acceptWithPasskey }) => acceptWithPasskey(token, fullName, onInvalid),
      () => notLoaded,
    );
    if (found && "codes" in found) setAccepted(found);
    else {
      setProblem(found);
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button variant="secondary" size="large" busy={isBusy} onClick={accept} className="mt-5 h-auto min-h-11 w-full whitespace-normal">
        Create account with a passkey
      </Button>
      {problem ? (
        <Notice tone={problem.tone} className="mt-5">
          {problem.message}
        </Notice>
      ) : null}
      {accepted ? <accepted.Dialog codes={accepted.codes} onClose={onAccepted} /> : null}
    </>
  );
}
