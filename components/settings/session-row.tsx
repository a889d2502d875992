"use client";

import { type LucideIcon, Monitor, MonitorSmartphone, Smartphone, SquareTerminal } from "lucide-react";
import { DateText } from "@/components/shared/time/date-text";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { useHydrated } from "@/components/shared/time/use-hydrated";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { DeviceKind, SessionSummary } from "@/lib/accounts/sessions/schema";

const icons: Readonly<Record<DeviceKind, LucideIcon>> = {
  desktop: Monitor,
  mobile: Smartphone,
  program: SquareTerminal,
  unknown: MonitorSmartphone,
};

interface SessionRowProps {
  session: SessionSummary;
  /** Milliseconds since 1970. */
  now: number;
  isEnding: boolean;
  /** Another one is being ended. */
  isBlocked: boolean;
  onEnd: () => void;
}

/** A device that the person is signed in on. */
export function SessionRow({ session, now, isEnding, isBlocked, onEnd }: SessionRowProps) {
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
