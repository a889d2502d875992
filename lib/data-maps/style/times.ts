import type { MapLayer } from "../schema";
import { toNumber } from "./to-number";

/** ISO 8601, also as GDAL writes it: 2026/11/28 14:05:00+00. */
const ISO = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;
/** Names of the time of an observation. */
const TIME = /^(base_?)?(date_?time|time_?stamp|time)(_?utc)?$/i;
/** Names of the time at which a feature was edited. */
const EDITED = /edit|create|creation|update|modified|modification|change/i;
/** Milliseconds. Lesser numbers are seconds. */
export const LEAST_MILLISECONDS = 1e11;
const [LEAST, MOST] = [Date.UTC(1990), Date.UTC(2100)];
const MINUTE = 60_000;

/** Returns true for the name of an attribute whose numbers may be times. */
export const isTimeName = (name: string) => /time|date|epoch/i.test(name);

/** Returns true for a text that is a day without a time. */
export const isDay = (value: unknown) => typeof value === "string" && /^\d{4}[-/]\d\d[-/]\d\d$/.test(value);

function isoTime(text: string): number | null {
  const [, year, month, day, hour = 0, minute = 0, second = 0, sign, hours = 0, minutes = 0] = ISO.exec(text) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return time - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

/** Returns the time that a text (ISO 8601) or a number (Unix seconds or milliseconds) is, in milliseconds since 1970; else null. */
export function toTime(value: unknown): number | null {
  const number = toNumber(value);
  if (number === null) return typeof value === "string" ? isoTime(value) : null;
  const time = number >= LEAST_MILLISECONDS ? number : number * 1000;
  return time >= LEAST && time <= MOST ? time : null;
}

type TimedLayer = Pick<MapLayer, "kind" | "format" | "attributes" | "statistics" | "timeAttribute">;

/** Returns true for a layer that can have a time. */
export const canHaveTimes = ({ kind }: Pick<MapLayer, "kind">) => kind !== "areas" && kind !== "raster";

/** Returns the attribute with the times of a layer as its data says it, or null. Nothing but names is known of tiles. */
export function findTimeAttribute({ format, attributes, statistics = {} }: TimedLayer): string | null {
  const names =
    format === "pmtiles"
      ? attributes.filter((name) => TIME.test(name))
      : Object.keys(statistics).filter((name) => statistics[name]?.times && !EDITED.test(name));
  return names.find((name) => TIME.test(name)) ?? names[0] ?? null;
}

/** Returns the attribute by which the time slider filters a layer, or null. */
export function timeAttributeOf(layer: TimedLayer): string | null {
  if (!canHaveTimes(layer)) return null;
  return layer.timeAttribute === undefined ? findTimeAttribute(layer) : layer.timeAttribute;
}
