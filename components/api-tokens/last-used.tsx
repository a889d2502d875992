"use client";

import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { useHydrated } from "@/components/shared/time/use-hydrated";

/** Returns how long ago a token was used, or "Never". */
export function LastUsed({ at, now }: { at: string | null; now: number }) {
  const isHydrated = useHydrated();
  if (at === null) return "Never";
  return (
    <time dateTime={at} title={isHydrated ? formatMoment(at) : undefined}>
      {formatRelativeTime(at, now)}
    </time>
  );
}
