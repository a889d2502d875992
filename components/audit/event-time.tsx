"use client";

import { formatDay } from "@/components/shared/time/format-day";
import { useHydrated } from "@/components/shared/time/use-hydrated";

const timeOfDay: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const exactly: Intl.DateTimeFormatOptions = {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZoneName: "short",
};

/** When something happened, for a quick look; exactly in its title. In the reader's own time zone once there is a reader. */
export function EventTime({ value }: { value: string }) {
  const timeZone = useHydrated() ? undefined : "UTC";
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(new Date(value));
  return (
    <time dateTime={value} title={format(exactly)}>
      {`${formatDay(value, new Date(), timeZone)}, `}
      <span className="whitespace-nowrap">{format(timeOfDay)}</span>
    </time>
  );
}
