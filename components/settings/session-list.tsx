"use client";

import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone, SquareTerminal } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { countOf } from "@/components/shared/count-of";
import { isGone, loadErrorMessage, retryLabel, retryOf, UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import { DateText } from "@/components/shared/time/date-text";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { useNow } from "@/components/shared/time/use-now";
import { useJson } from "@/components/shared/use-json";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import {
  type DeviceKind,
  type SessionList as ListedSessions,
  type SessionSummary,
  sessionListSchema,
} from "@/lib/accounts/sessions/schema";

const icons: Readonly<Record<DeviceKind, LucideIcon>> = {
  desktop: Monitor,
  mobile: Smartphone,
  program: SquareTerminal,
  unknown: MonitorSmartphone,
};

interface SessionRowProps {
  session: SessionSummary;
  now: number;
  isEnding: boolean;
  isBlocked: boolean;
  onEnd: () => void;
}

function SessionRow({ session, now, isEnding, isBlocked, onEnd }: SessionRowProps) {
  const { _id, device, kind, address, createdAt, lastSeenAt, current } = session;
  const isHydrated = useHydrated();
  const Icon = icons[kind];
  const factsId = `session-${_id}`;
  return (
    <li className="flex items-center gap-3.5 px-5 py-3.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface text-ink-muted">
        <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
      </span>
      <div id={factsId} className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{device}</span>
          {current ? <Badge tone="accent">This device</Badge> : null}
        </p>
        <ul className="flex flex-wrap gap-x-4 text-ink-muted text-sm">
          <li>
            Last seen{" "}
            <time dateTime={lastSeenAt} title={isHydrated ? formatMoment(lastSeenAt) : undefined}>
              {formatRelativeTime(lastSeenAt, now)}
            </time>
          </li>
          <li className="wrap-anywhere">{address ?? "Unknown address"}</li>
          <li>
            Signed in <DateText value={createdAt} />
          </li>
        </ul>
      </div>
      {current ? null : (
        <Button variant="secondary" size="small" busy={isEnding} disabled={isBlocked} aria-describedby={factsId} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}

const SHOWN_AT_FIRST = 10;

interface SessionListProps {
  sessions: ReturnType<typeof useSessions>;
  /** When the server rendered the screen, in milliseconds since 1970. */
  madeAt: number;
  /** Number of sessions that a password change ended. Null when the password wasn't changed on this screen. */
  endedByPassword: number | null;
}

const otherSessions = (count: number) => countOf(count, ["other session", "other sessions"]);

function passwordNotice(ended: number): string {
  if (ended === 0) return "Your password was changed. There were no other sessions.";
  return `Your password was changed, and ${otherSessions(ended)} ${ended === 1 ? "was" : "were"} ended.`;
}

export function SessionList({ sessions: { sessions, total, ending, endOne, endOthers }, madeAt, endedByPassword }: SessionListProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const now = useNow(madeAt);
  const list = useRef<HTMLUListElement>(null);
  const others = total - 1;
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN_AT_FIRST);
  const endingId = ending !== null && ending !== "others" ? ending.id : null;

  const focusList = () => list.current?.focus({ preventScroll: true });

  return (
    <>
      {endedByPassword === null ? null : (
        <Notice tone="success" className="m-4">
          {passwordNotice(endedByPassword)}
        </Notice>
      )}
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b bg-surface px-5 py-2.5">
        <p className="font-medium text-ink-muted text-sm">{others > 0 ? `This device and ${otherSessions(others)}` : "This device only"}</p>
        {others > 0 ? (
          <Button variant="secondary" size="small" disabled={ending !== null} onClick={() => setIsConfirming(true)}>
            End all other sessions
          </Button>
        ) : null}
      </div>
      <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="divide-y outline-none">
        {shown.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            now={now}
            isEnding={endingId === session._id}
            isBlocked={ending !== null && endingId !== session._id}
            onEnd={() => void endOne(session._id).then(focusList)}
          />
        ))}
      </ul>
      {shown.length < sessions.length ? (
        <CardFooter className="justify-center">
          <Button variant="ghost" size="small" onClick={() => setShowsAll(true)}>
            {`Show ${sessions.length - shown.length} more`}
          </Button>
        </CardFooter>
      ) : null}
      {showsAll && sessions.length < total ? (
        <p className="border-t px-5 py-3 text-center text-ink-muted text-sm">
          {`${(total - sessions.length).toLocaleString("en-US")} older sessions are not shown.`}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isConfirming}
        title="End all other sessions?"
        confirmLabel="End sessions"
        isBusy={ending === "others"}
        onConfirm={() => void endOthers().then(() => setIsConfirming(false))}
        onCancel={() => setIsConfirming(false)}
      >
        {`This ends ${otherSessions(others)} immediately. You stay signed in here.`}
      </ConfirmDialog>
    </>
  );
}

const PATH = "/api/auth/sessions";

type Ending = { id: string } | "others" | null;

/** Ends sessions. Ignores 404, because those sessions have already ended. */
async function endSessions(path: string): Promise<void> {
  try {
    await requestJson(path, { method: "DELETE" });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Loads and ends the user's sessions. @param missing message for a 401 without a message from the server */
export function useSessions(initial: ListedSessions, missing: string) {
  const { showBanner } = useBanner();
  const [ending, setEnding] = useState<Ending>(null);
  const { data = initial, mutate } = useJson(PATH, sessionListSchema, {
    fallbackData: initial,
    onError: (error) => {
      const action = { label: retryLabel(error), run: retryOf(error, () => void reload()) };
      showBanner({ tone: "error", message: loadErrorMessage(error, "Failed to load sessions"), action, timeout: NOTICE_MS });
    },
  });
  const reload = async () => void (await mutate().catch(() => undefined));

  async function end(what: Exclude<Ending, null>, path: string, done: string) {
    setEnding(what);
    try {
      await endSessions(path);
      await reload();
      showBanner({ tone: "success", message: done });
    } catch (failure) {
      showBanner({
        tone: "error",
        message: serverMessage(failure, "Failed to end session", { ...UNREACHABLE, 401: missing }),
        timeout: NOTICE_MS,
      });
    } finally {
      setEnding(null);
    }
  }

  return {
    ...data,
    ending,
    reload,
    endOne: (id: string) => end({ id }, `${PATH}/${id}`, "Session ended."),
    endOthers: () => end("others", PATH, "All other sessions were ended."),
  };
}
