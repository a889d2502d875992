"use client";

import { formatMoment, formatRelativeTime } from "./format-relative-time";
import { useHydrated } from "./use-hydrated";

/** Shows how long ago something was used, or "Never". */
export function LastUsed({ at, now }: { at: string | null; now: number }) {
  const isHydrated = useHydrated();
  if (at === null) return "Never";
  return (
    <time dateTime={at} title={isHydrated ? formatMoment(at) : undefined}>
      {formatRelativeTime(at, now)}
    </time>
  );
}
