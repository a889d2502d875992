const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  { name: "day", seconds: DAY },
  { name: "hr", seconds: HOUR },
  { name: "min", seconds: MINUTE },
  { name: "sec", seconds: 1 },
] as const;

/** Formats a duration in its two largest units: `45 sec`, `3 min 20 sec`, `1 day 3 hr`. Invalid numbers give `0 sec`. */
export function formatDuration(seconds: number): string {
  let rest = seconds > 0 && Number.isFinite(seconds) ? Math.round(seconds) : 0;
  const first = units.findIndex((unit) => rest >= unit.seconds);
  if (first === -1) return "0 sec";
  const parts: string[] = [];
  for (const unit of units.slice(first, first + 2)) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return parts.join(" ");
}
