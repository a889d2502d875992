/** Pseudo-random numbers: the same for the same seed, so that a failed run can be repeated. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; at += 1) bytes[at] = this.between(0, 255);
    return bytes;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }
}
