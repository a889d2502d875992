import type { Transfer } from "@/components/transfer/transfer-state";
import { rateRemaining, rateSpeed } from "./transfer-rate";

/** What the progress panel shows of an upload. Null stands for: nobody can tell yet. */
export interface TransferFigures {
  /** 0 to 100. */
  percent: number;
  bytes: number;
  total: number;
  /** Bytes per second. */
  speed: number | null;
  /** Seconds, without pauses. */
  elapsed: number;
  /** Seconds. */
  remaining: number | null;
}

/** Before so many milliseconds a forecast is a guess. */
const FORECAST_FROM_MS = 1_500;

/** Rounds a forecast to what it can honestly claim, so that it counts down instead of trembling. */
export function steadySeconds(seconds: number): number {
  let step = 1;
  if (seconds >= 3_600) step = 60;
  else if (seconds >= 600) step = 30;
  else if (seconds >= 60) step = 5;
  return Math.ceil(seconds / step) * step;
}

/** A share in whole percent, 100 only when all is there. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100));
}

export function transferFigures({ size: total, rate, link }: Transfer): TransferFigures {
  const isForecast = link === "sending" && rate.activeMs >= FORECAST_FROM_MS;
  const remaining = isForecast ? rateRemaining(rate, total) : null;
  return {
    percent: percentOf(rate.bytes, total),
    bytes: Math.min(rate.bytes, total),
    total,
    speed: link === "sending" ? rateSpeed(rate) : null,
    elapsed: rate.activeMs / 1_000,
    remaining: remaining === null ? null : steadySeconds(remaining),
  };
}
