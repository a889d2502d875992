"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { PasskeyProblem } from "./sign-in-with-passkey";

const notLoaded: PasskeyProblem = { tone: "error", message: "Cannot connect to server. Please check if the server is running." };

/** Signs in with a passkey alone. The browser's dialog names the account. @param next path to open after signing in */
export function PasskeySignIn({ next }: { next: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);

  async function signIn() {
    setIsBusy(true);
    setProblem(null);
    const found = await import("./sign-in-with-passkey").then(
      ({ signInWithPasskey }) => signInWithPasskey(),
      () => notLoaded,
    );
    setProblem(found);
    setIsBusy(found === null);
    // A page load, because `next` may be a map and not a page of this application.
    if (!found) window.location.assign(next);
  }

  return (
    <>
      <Button variant="secondary" size="large" busy={isBusy} onClick={signIn} className="mt-5 w-full">
        Sign in with a passkey
      </Button>
      {problem ? (
        <Notice tone={problem.tone} className="mt-5">
          {problem.message}
        </Notice>
      ) : null}
    </>
  );
}
