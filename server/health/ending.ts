import { z } from "zod";

/** What the first of several processes sends to the others: to take their last requests, then to end. */
export const endingMessage = z.object({ type: z.enum(["drain", "close"]) });
export type EndingStep = z.infer<typeof endingMessage>["type"];

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
