export interface CheckLimits {
  /** So long whoever asks waits for an answer. Milliseconds. */
  limitMs: number;
  /** So long "ok" serves those who come later; anything else may be over in the next moment. Milliseconds. */
  keptMs: number;
}

/** A check of something that may hang, done once for all who ask: however many there are, one is under way and no more. */
export class SharedCheck {
  private underWay: Promise<string> | null = null;
  private wasWellAt: number | null = null;

  /** @param check resolves to "ok" or another finding, and never rejects; its signal aborts when nobody waits any longer */
  constructor(
    private readonly check: (signal: AbortSignal) => Promise<string>,
    private readonly limits: CheckLimits,
  ) {}

  /** @param late the finding when none comes in time; the check may go on, and then serves those who ask later */
  async ask(late: string): Promise<string> {
    // A clock that was put back keeps nothing for longer.
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
