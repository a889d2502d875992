"use client";

import { type ReactNode, useState, useTransition } from "react";
import { z } from "zod";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { isGone } from "@/components/shared/load-error";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const answerSchema = z.object({ endedSessions: z.int() });

function describeEnded(count: number): string {
  return count === 0 ? "There was no session to end." : `${countOf(count, ["session was", "sessions were"])} ended.`;
}

interface AccountActionProps {
  hint: string;
  label: string;
  title: string;
  confirmLabel: string;
  method: "POST" | "DELETE";
  /** API path. */
  path: string;
  failed: string;
  onGone?: () => void;
  /** What the user confirms. */
  children: ReactNode;
}

/** A call that ends the sessions of an account, after a confirmation. */
function AccountAction({ hint, label, title, confirmLabel, method, path, failed, onGone, children }: AccountActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isEnding, startTransition] = useTransition();
  const [outcome, setOutcome] = useState<{ tone: "success" | "error"; text: string } | null>(null);

  async function run() {
    try {
      const { endedSessions } = parseAnswer(answerSchema, await requestJson(path, { method }));
      setOutcome({ tone: "success", text: describeEnded(endedSessions) });
    } catch (error) {
      setOutcome({ tone: "error", text: serverMessage(error, failed) });
      if (isGone(error)) onGone?.();
    }
    setIsAsking(false);
  }

  return (
    <div className="grid gap-3 rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-ink-muted text-sm">{hint}</p>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            setOutcome(null);
            setIsAsking(true);
          }}
        >
          {label}
        </Button>
      </div>
      {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirmLabel={confirmLabel}
        isBusy={isEnding}
        onConfirm={() => startTransition(run)}
        onCancel={() => setIsAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </div>
  );
}

interface AccountActionsProps {
  /** API path of the accounts of this kind. */
  path: string;
  id: string;
  name: string;
  canResetFactors: boolean;
  onGone: () => void;
}

/** What can be done to an existing account besides changing it. */
export function AccountActions({ path, id, name, canResetFactors, onGone }: AccountActionsProps) {
  return (
    <>
      <AccountAction
        hint="End every session, for example after a device was lost."
        label="Sign out everywhere"
        title="Sign out everywhere?"
        confirmLabel="End sessions"
        method="POST"
        path={`${path}/sign-out/${id}`}
        failed="Failed to sign out everywhere"
        onGone={onGone}
      >
        Every session of <bdi className="font-medium">{name}</bdi> will end at once, on every device. The password stays as it is.
      </AccountAction>
      {canResetFactors ? (
        <AccountAction
          hint="Remove the second factors of someone who lost them."
          label="Reset two-step verification"
          title="Reset two-step verification?"
          confirmLabel="Reset"
          method="DELETE"
          path={`/api/superadmin/second-factors/${id}`}
          failed="Failed to reset two-step verification"
        >
          <bdi className="font-medium">{name}</bdi> can then sign in with the password alone. Authenticator app, passkeys and recovery codes
          are removed, and every session ends. If a mail server is set up, a mail tells them about it.
        </AccountAction>
      ) : null}
    </>
  );
}
