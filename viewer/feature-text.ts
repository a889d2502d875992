import type { ShownAttribute } from "../lib/data-maps/style/display-schema";
import { isDay, toTime } from "../lib/data-maps/style/times";
import { toNumber } from "../lib/data-maps/style/to-number";

const LONGEST = 2_000;

/** Returns the text of an attribute. Nothing in it is interpreted. */
export function attributeText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Returns a format of times in UTC, as the visitor's language writes them. UTC, because data without a time zone is shown as it is. */
export const timeFormat = (timeStyle: "short" | "medium" | undefined, locale?: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone: "UTC" });

function formatTime(value: unknown, locale: string | undefined): string | null {
  const time = toTime(value);
  return time === null ? null : timeFormat(isDay(value) ? undefined : "short", locale).format(time);
}

function formatNumber(value: unknown, decimals: number): string | null {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return toNumber(value)?.toLocaleString("en-GB", digits) ?? null;
}

/** Returns the text of an attribute as it is to be shown. A value that is no date or number stays as it is. */
export function valueText(value: unknown, { kind, decimals, unit }: Partial<ShownAttribute> = {}, locale?: string): string {
  const text = attributeText(value);
  if (value === null || value === undefined || value === "") return text;
  if (kind === "date") return formatTime(value, locale) ?? text;
  const formatted = decimals === undefined ? text : (formatNumber(value, decimals) ?? text);
  return unit ? `${formatted} ${unit}` : formatted;
}
