const times = new Map<string, number>();

/** Notes that the answer of an address has loaded. */
export function noteLoad(address: string): void {
  times.set(address, Date.now());
}

/** Returns when the oldest of these addresses was last loaded, in milliseconds since 1970; null when one never was. */
export function oldestLoad(addresses: readonly string[]): number | null {
  const found = addresses.map((address) => times.get(address));
  return found.length === 0 || found.includes(undefined) ? null : Math.min(...found.filter((time) => time !== undefined));
}
