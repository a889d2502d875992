export interface Total {
  now: number;
  before: number;
}

/** Returns the change in percent, rounded to one decimal, never -0; 100 from nothing, 0 when there is still nothing. */
export function percentChange({ now, before }: Total): number {
  if (before === 0) return now === 0 ? 0 : 100;
  const tenths = Math.round((Math.abs(now - before) * 1000) / before);
  return tenths === 0 ? 0 : (Math.sign(now - before) * tenths) / 10;
}
