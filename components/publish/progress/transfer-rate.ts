export interface TransferRate {
  /** Time of the last sample, in milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** Weighted sum of the speeds in bytes per second, and of their weights: the mean is unbiased from the first sample. */
  readonly weightedSpeed: number;
  readonly weight: number;
  /** Milliseconds without pauses and waits. */
  readonly activeMs: number;
}

/** A speed of this many milliseconds ago still counts for 1/e. */
const TIME_CONSTANT_MS = 8_000;
/** Closer samples are merged: progress events come in bursts. */
const SAMPLE_MS = 250;

/** @param bytes already there: they are no speed */
export function startRate(at: number, bytes: number): TransferRate {
  return { at, bytes, weightedSpeed: 0, weight: 0, activeMs: 0 };
}

/** The rate after `bytes` in all have arrived at `at` (milliseconds). */
export function sampleRate(rate: TransferRate, at: number, bytes: number): TransferRate {
  const elapsed = at - rate.at;
  if (elapsed < SAMPLE_MS) return rate;
  // A retry starts at what the server has, which may be less.
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

/** Continues after a pause, which is neither elapsed time nor a drop in speed. */
export function continueRate(rate: TransferRate, at: number, bytes: number): TransferRate {
  return { ...rate, at, bytes };
}

/** Bytes per second; null before the first sample. */
export function rateSpeed(rate: TransferRate): number | null {
  return rate.weight > 0 ? rate.weightedSpeed / rate.weight : null;
}

/** Seconds until `total` bytes are there; null while unknown. */
export function rateRemaining(rate: TransferRate, total: number): number | null {
  const speed = rateSpeed(rate);
  if (speed === null || speed < 1) return null;
  return Math.max(0, total - rate.bytes) / speed;
}
