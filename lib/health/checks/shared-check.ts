export interface CheckLimits {
  /** Milliseconds that a caller waits. */
  limitMs: number;
  /** Milliseconds that "ok" is kept for later callers. */
  keptMs: number;
}

/** A check that may hang. Concurrent callers share one run. */
export class SharedCheck {
  private underWay: Promise<string> | null = null;
  private wasWellAt: number | null = null;

  /** @param check resolves to "ok" or another finding and never rejects; its signal aborts when no caller waits any longer */
  constructor(
    private readonly check: (signal: AbortSignal) => Promise<string>,
    private readonly limits: CheckLimits,
  ) {}

  /** Returns the finding of a shared run. @param late the finding when none comes in time; the check continues for later callers */
  async ask(late: string): Promise<string> {
    // Math.abs: the clock may have been set back.
    if (this.wasWellAt !== null && Math.abs(Date.now() - this.wasWellAt) < this.limits.keptMs) return "ok";
    this.underWay ??= this.begin();
    let limit: NodeJS.Timeout | undefined;
    const waiting = new Promise<string>((resolve) => {
      limit = setTimeout(() => resolve(late), this.limits.limitMs);
    });
    try {
      return await Promise.race([this.underWay, waiting]);
    } finally {
      clearTimeout(limit);
    }
  }

  private async begin(): Promise<string> {
    try {
      const finding = await this.check(AbortSignal.timeout(this.limits.limitMs));
      this.wasWellAt = finding === "ok" ? Date.now() : null;
      return finding;
    } finally {
      this.underWay = null;
    }
  }
}
