/** How many there are, and how many there were before this month. */
export interface Total {
  now: number;
  before: number;
}

/** The moment at which last month ended, everywhere in UTC: 00:00 on the 1st of this month. What is older was there last month. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/**
 * "Versus last month", in percent: how far the total has come since last month ended.
 * @returns rounded to one decimal, halves away from zero, and never -0; 100 where there was nothing, unless there is nothing now
 */
export function percentChange({ now, before }: Total): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const tenths = Math.round((Math.abs(now - before) * 1000) / before);
  return tenths === 0 ? 0 : (Math.sign(now - before) * tenths) / 10;
}
