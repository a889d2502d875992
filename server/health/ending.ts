/** How far the end of this process has come. */
export class Ending {
  private readonly draining = new AbortController();
  private readonly closing = new AbortController();

  /** True from the moment on at which balancers should look for another instance; requests are still taken then. */
  get isDraining(): boolean {
    return this.draining.signal.aborted;
  }

  /** Aborts when no more requests are taken: what can go on elsewhere, such as an upload, stores what it has and ends. */
  get closes(): AbortSignal {
    return this.closing.signal;
  }

  drain(): void {
    this.draining.abort();
  }

  close(): void {
    this.drain();
    this.closing.abort();
  }
}

/** The end of this process. */
export const ending = new Ending();
