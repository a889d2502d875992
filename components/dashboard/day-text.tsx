import { formatDay } from "@/components/shared/time/format-day";

/** A day as dashboards say it, in the reader's own time zone: what it is of is loaded in the browser. @param value ISO 8601, or "" when it is missing */
export function DayText({ value }: { value: string }) {
  const text = formatDay(value, new Date());
  return value ? <time dateTime={value}>{text}</time> : text;
}
