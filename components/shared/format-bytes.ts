const units = ["B", "KB", "MB", "GB"] as const;

/** Formats a size in units of 1024, with one decimal from KB on: `812 B`, `1.5 KB`, `100.0 GB`. Invalid numbers give `0 B`. */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return "0 B";
  let value = bytes;
  let unit = 0;
  // 1023.95 KB would round to "1024.0 KB", so it uses the next unit.
  while (unit < units.length - 1 && (unit === 0 ? Math.round(value) >= 1024 : value >= 1023.95)) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}
