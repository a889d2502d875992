"use client";

import { formatDay } from "@/components/shared/format-day";
import { useHydrated } from "@/components/shared/use-hydrated";

/** A day as dashboards say it, in the reader's own time zone once there is a reader. */
export function DayText({ value }: { value: string }) {
  const isHydrated = useHydrated();
  return (
    <time dateTime={value} suppressHydrationWarning>
      {formatDay(value, new Date(), isHydrated ? undefined : "UTC")}
    </time>
  );
}
