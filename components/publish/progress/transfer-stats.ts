import type { Transfer } from "../controller/upload-state";
import { rateRemaining, rateSpeed } from "./transfer-rate";

const FORECAST_FROM_MS = 1_500;

/** Rounds a forecast, so that it counts down instead of jumping. */
export function steadySeconds(seconds: number): number {
  let step = 1;
  if (seconds >= 3_600) step = 60;
  else if (seconds >= 600) step = 30;
  else if (seconds >= 60) step = 5;
  return Math.ceil(seconds / step) * step;
}

export function percentOf(part: number, whole: number): number {
  if (whole <= 0) return 0;
  return part >= whole ? 100 : Math.min(99, Math.floor((part / whole) * 100));
}

/** Returns sizes in bytes, `speed` in bytes per second and times in seconds, excluding pauses. */
export function transferStats({ shipment: { byteCount: total }, rate, connection }: Transfer) {
  const isMoving = connection === "sending";
  const remaining = isMoving && rate.activeMs >= FORECAST_FROM_MS ? rateRemaining(rate, total) : null;
  return {
    percent: percentOf(rate.bytes, total),
    bytes: Math.min(rate.bytes, total),
    total,
    speed: isMoving ? rateSpeed(rate) : null,
    elapsed: rate.activeMs / 1_000,
    remaining: remaining === null ? null : steadySeconds(remaining),
  };
}
