"use client";

import { useState, useTransition } from "react";
import { z } from "zod";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { isGone, serverMessage } from "@/components/shared/load-error";
import { parseAnswer, requestJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const answerSchema = z.object({ endedSessions: z.int() });

function describeEnded(count: number): string {
  return count === 0 ? "There was no session to end." : `${countOf(count, ["session was", "sessions were"])} ended.`;
}

interface SignOutEverywhereProps {
  /** API path. */
  path: string;
  name: string;
  onGone: () => void;
}

/** Ends every session of an account after a confirmation. */
export function SignOutEverywhere({ path, name, onGone }: SignOutEverywhereProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isEnding, startTransition] = useTransition();
  const [outcome, setOutcome] = useState<{ tone: "success" | "error"; text: string } | null>(null);

  async function signOut() {
    try {
      const { endedSessions } = parseAnswer(answerSchema, await requestJson(path, { method: "POST" }));
      setOutcome({ tone: "success", text: describeEnded(endedSessions) });
    } catch (error) {
      setOutcome({ tone: "error", text: serverMessage(error, "Failed to sign out everywhere") });
      if (isGone(error)) onGone();
    }
    setIsAsking(false);
  }

  return (
    <div className="grid gap-3 rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-ink-muted text-sm">End every session, for example after a device was lost.</p>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            setOutcome(null);
            setIsAsking(true);
          }}
        >
          Sign out everywhere
        </Button>
      </div>
      {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        confirmLabel="End sessions"
        isBusy={isEnding}
        onConfirm={() => startTransition(signOut)}
        onCancel={() => setIsAsking(false)}
      >
        Every session of <bdi className="font-medium">{name}</bdi> will end at once, on every device. The password stays as it is.
      </ConfirmDialog>
    </div>
  );
}
