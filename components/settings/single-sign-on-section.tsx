"use client";

import { useState } from "react";
import { askToProve } from "@/components/shared/request-json";
import { beginSingleSignOn } from "@/components/sign-in/begin-single-sign-on";
import { messageFor } from "@/components/sign-in/single-sign-on";
import { authErrorMessage } from "@/components/sign-in/view-parts";
import { Button } from "@/components/ui/button";
import { CardContent } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";

export interface SingleSignOnState {
  /** Name of the provider. */
  label: string;
  isLinked: boolean;
  /** Why the provider could not be linked. */
  error: string | null;
}

/** Lets a superadmin sign in at the provider. Other accounts are linked by their address. */
export function SingleSignOnSection({ label, isLinked, error }: SingleSignOnState) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(error ? messageFor(error, label) : "");

  async function link() {
    setFailure("");
    if (!(await askToProve())) return;
    setIsBusy(true);
    try {
      window.location.assign(await beginSingleSignOn("/settings"));
    } catch (problem) {
      setFailure(authErrorMessage(problem, navigator.onLine));
      setIsBusy(false);
    }
  }

  return (
    <CardContent className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-48 flex-1">
          {isLinked ? `You can sign in with ${label}.` : `You can't sign in with ${label} until you link it.`}
        </p>
        {isLinked ? null : (
          <Button variant="secondary" busy={isBusy} onClick={link}>
            Link {label}
          </Button>
        )}
      </div>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
    </CardContent>
  );
}
