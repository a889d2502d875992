"use client";

import { formatDate } from "./format-date";
import { formatMoment, formatRelativeTime } from "./format-relative-time";
import { useHydrated } from "./use-hydrated";

export function DateText({ value }: { value: string }) {
  const isHydrated = useHydrated();
  return <time dateTime={value}>{formatDate(value, isHydrated ? undefined : "UTC")}</time>;
}

/** Shows a day with its time. */
export function MomentText({ value }: { value: string }) {
  const isHydrated = useHydrated();
  return <time dateTime={value}>{isHydrated ? formatMoment(value) : formatDate(value, "UTC")}</time>;
}

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
