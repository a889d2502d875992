import type { Transfer, TransferRate } from "../controller/upload-state";

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

/** Milliseconds after which the weight of a speed drops to 1/e. */
const TIME_CONSTANT_MS = 8_000;
/** Closer samples are merged: progress events come in bursts. */
const SAMPLE_MS = 250;

/** @param bytes already on the server, which don't count as speed */
export function startRate(at: number, bytes: number): TransferRate {
  return { at, bytes, weightedSpeed: 0, weight: 0, activeMs: 0 };
}

/** Returns the rate after a total of `bytes` at `at` (milliseconds). */
export function sampleRate(rate: TransferRate, at: number, bytes: number): TransferRate {
  const elapsed = at - rate.at;
  if (elapsed < SAMPLE_MS) return rate;
  // A retry starts at the server's offset, which may be lower.
  const speed = Math.max(0, bytes - rate.bytes) / (elapsed / 1000);
  const kept = Math.exp(-elapsed / TIME_CONSTANT_MS);
  return {
    at,
    bytes,
    weightedSpeed: rate.weightedSpeed * kept + speed * (1 - kept),
    weight: rate.weight * kept + (1 - kept),
    activeMs: rate.activeMs + elapsed,
  };
}

/** Continues after a pause, which counts neither as elapsed time nor as a drop in speed. */
export function continueRate(rate: TransferRate, at: number, bytes: number): TransferRate {
  return { ...rate, at, bytes };
}

/** Returns bytes per second, or null before the first sample. */
export function rateSpeed(rate: TransferRate): number | null {
  return rate.weight > 0 ? rate.weightedSpeed / rate.weight : null;
}

/** Returns the seconds until `total` bytes have arrived, or null while unknown. */
export function rateRemaining(rate: TransferRate, total: number): number | null {
  const speed = rateSpeed(rate);
  if (speed === null || speed < 1) return null;
  return Math.max(0, total - rate.bytes) / speed;
}
