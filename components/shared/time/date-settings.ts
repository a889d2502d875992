import type { Preferences } from "@/lib/accounts/profile/schema";

export type DateSettings = Pick<Preferences, "dateFormat" | "timeZone">;

/** Used until an account chooses others, and on servers, which render for many accounts at once. */
export const DEFAULT_DATES: DateSettings = { dateFormat: "month-first", timeZone: null };

let chosen = DEFAULT_DATES;

/** Formats all later dates of this tab as the account wants them. */
export function chooseDateSettings(settings: DateSettings): void {
  if (typeof window !== "undefined") chosen = settings;
}

/** All have English names of months. */
const locales = { "month-first": "en-US", "day-first": "en-GB", "year-first": "en-CA" } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ dateFormat, timeZone }: DateSettings, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([dateFormat, timeZone, options]);
  const zone = timeZone === null ? {} : { timeZone };
  const clock = options.hour && dateFormat !== "month-first" ? ({ hour: "2-digit", hourCycle: "h23" } as const) : {};
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locales[dateFormat], { ...options, ...clock, ...zone });
  formats.set(key, format);
  return format;
}

/** Returns the settings of the account, or those of the server for a given time zone. */
const settingsFor = (timeZone: string | undefined) => (timeZone ? { ...DEFAULT_DATES, timeZone } : chosen);

/** Formats parts of a time. @param timeZone as the server does, in this zone; default: as the account wants it */
export function formatTime(date: Date | number, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return formatOf(settingsFor(timeZone), options).format(date);
}

/** Formats a day as `Nov 20, 2026`, `20 Nov 2026` or `2026-11-20`, followed by the given parts of its time. @param timeZone see formatTime */
export function formatDayAndTime(date: Date | number, time: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const settings = settingsFor(timeZone);
  const day =
    settings.dateFormat === "year-first" ? ({ month: "2-digit", day: "2-digit" } as const) : ({ month: "short", day: "numeric" } as const);
  return formatOf(settings, { year: "numeric", ...day, ...time }).format(date);
}
