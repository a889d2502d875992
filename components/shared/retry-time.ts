const MINUTE = 60;
const HOUR = 60 * MINUTE;

function inUnits(count: number, unit: string): string {
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** How long a refusal is good for, as "in 15 minutes". @param seconds as Retry-After has them */
function formatWait(seconds: number): string {
  if (seconds < MINUTE) return inUnits(seconds, "second");
  if (seconds <= HOUR) return inUnits(Math.ceil(seconds / MINUTE), "minute");
  return inUnits(Math.ceil(seconds / HOUR), "hour");
}

/**
 * Says how much later "later" is.
 * @param message of the server
 * @param retryAfter the header of that name; a date, or none, leaves the message as it is
 */
export function withRetryTime(message: string, retryAfter: string | null): string {
  if (!retryAfter || !/^[1-9]\d{0,8}$/.test(retryAfter)) return message;
  return message.replace(/ try again later\.$/, ` try again ${formatWait(Number(retryAfter))}.`);
}
