"use client";

import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { SessionRow } from "./session-row";
import { useNow } from "./use-now";
import type { useSessions } from "./use-sessions";

interface SessionListProps {
  sessions: ReturnType<typeof useSessions>;
  /** When the screen was made, in milliseconds since 1970. */
  madeAt: number;
  /** How many sessions ended with the old password; null when it was not changed here. */
  endedByPassword: number | null;
}

function count(sessions: number): string {
  return sessions === 1 ? "1 other session" : `${sessions.toLocaleString("en-US")} other sessions`;
}

function passwordNews(ended: number): string {
  if (ended === 0) return "Your password was changed. There was no other session to end.";
  return `Your password was changed, and ${count(ended)} ${ended === 1 ? "was" : "were"} ended.`;
}

/** Every device that the person is signed in on, and ways to end each. */
export function SessionList({ sessions: { sessions, total, ending, endOne, endOthers }, madeAt, endedByPassword }: SessionListProps) {
  const [isAsking, setIsAsking] = useState(false);
  const now = useNow(madeAt);
  const list = useRef<HTMLUListElement>(null);
  const others = total - 1;
  const unlisted = total - sessions.length;

  async function endOneAt(id: string) {
    await endOne(id);
    // The button that had the focus is gone with its row.
    list.current?.focus({ preventScroll: true });
  }

  async function endOthersNow() {
    await endOthers();
    setIsAsking(false);
  }

  return (
    <>
      {endedByPassword === null ? null : (
        <Notice tone="success" className="m-4 mb-0">
          {passwordNews(endedByPassword)}
        </Notice>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="divide-y outline-none">
        {sessions.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            now={now}
            isEnding={typeof ending === "object" && ending?.id === session._id}
            isBlocked={ending !== null && !(typeof ending === "object" && ending.id === session._id)}
            onEnd={() => void endOneAt(session._id)}
          />
        ))}
      </ul>
      {unlisted > 0 ? (
        <p className="border-t px-5 py-3 text-ink-muted text-sm">{`And ${unlisted.toLocaleString("en-US")} more that were seen before these.`}</p>
      ) : null}
      {others > 0 ? (
        <CardFooter>
          <Button variant="secondary" disabled={ending !== null} onClick={() => setIsAsking(true)}>
            End all other sessions
          </Button>
        </CardFooter>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="End all other sessions?"
        confirmLabel="End sessions"
        isBusy={ending === "others"}
        onConfirm={() => void endOthersNow()}
        onCancel={() => setIsAsking(false)}
      >
        {`${count(others)} will have to log in again. You stay logged in here.`}
      </ConfirmDialog>
    </>
  );
}
