/** So many at once; whoever comes later waits, first come, first served. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param atOnce how many may work at the same moment */
  constructor(private readonly atOnce: number) {}

  /** Everybody who works or waits. */
  get taken(): number {
    return this.running + this.waiting.length;
  }

  /**
   * Does the work when its turn has come: before this returns, when one is free.
   * @param signal ends the waiting, with its reason; work that has begun is left to itself
   */
  async take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.running >= this.atOnce) await this.wait(signal);
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed over, not freed, so nobody can slip in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.waiting.push(begin);
    });
  }
}

/** Turns that everybody has of their own, so that nobody waits for more than their own share. */
export class TurnsOfEach {
  private readonly turnsOf = new Map<string, Turns>();

  /** @param atOnce how many one holder may have at the same moment */
  constructor(private readonly atOnce: number) {}

  /** How many of this holder work or wait. */
  taken(holder: string): number {
    return this.turnsOf.get(holder)?.taken ?? 0;
  }

  /** As Turns.take. */
  async take<Result>(holder: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.turnsOf.get(holder) ?? new Turns(this.atOnce);
    this.turnsOf.set(holder, turns);
    try {
      return await turns.take(work);
    } finally {
      if (turns.taken === 0) this.turnsOf.delete(holder);
    }
  }
}
