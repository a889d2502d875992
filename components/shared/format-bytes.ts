const units = ["B", "KB", "MB", "GB"] as const;

/**
 * A size for a person to read: "0 B", "812 B", "1.5 KB", "37.2 MB", "100.0 GB".
 * Units of 1024, one decimal from KB on, GB the largest (spec 001 §9).
 * @param bytes what is not a number of bytes (negative, NaN) reads as "0 B"
 */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return "0 B";
  let value = bytes;
  let unit = 0;
  // 1023.95 KB would round to "1024.0 KB", so it is already the next unit.
  while (unit < units.length - 1 && (unit === 0 ? Math.round(value) >= 1024 : value >= 1023.95)) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** A speed for a person to read, from "0 B/s" up. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}
