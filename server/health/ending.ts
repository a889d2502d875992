export class Ending {
  private readonly draining = new AbortController();
  private readonly closing = new AbortController();

  /** True when load balancers should use another instance. Requests are still taken. */
  get isDraining(): boolean {
    return this.draining.signal.aborted;
  }

  /** Aborts when no more requests are taken. Resumable work, such as an upload, then stores its state and ends. */
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

export const ending = new Ending();
