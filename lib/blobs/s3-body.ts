import type { IncomingMessage } from "node:http";
import type { Slot } from "./read-limiter";

/** The connection ended, or stood still, before its range did. What is missing can be asked for again. */
export class BodyCutError extends Error {
  override readonly name = "BodyCutError";
}

interface Pending {
  resolve(chunk: Buffer | null): void;
  reject(error: Error): void;
}

/** Reads the body of an answer chunk by chunk. Between chunks nothing is read, and its connection may be taken away. */
export class BodyReader {
  private pending: Pending | null = null;
  private readonly read: Buffer[] = [];
  private end: BodyCutError | "end" | null = null;
  private readonly watchdog: NodeJS.Timeout;

  /** @param idleMs so long the body may stand still while it is waited for */
  constructor(
    private readonly body: IncomingMessage,
    private readonly slot: Slot,
    idleMs: number,
  ) {
    this.watchdog = setTimeout(() => {
      if (this.pending) this.cut(`no byte came for ${idleMs} ms`);
    }, idleMs).unref();
    body.pause();
    body.on("data", (chunk: Buffer) => {
      body.pause();
      this.read.push(chunk);
      this.settle();
    });
    body.once("end", () => this.finish("end"));
    body.once("error", (error) => this.finish(new BodyCutError(error.message, { cause: error })));
    body.once("close", () => this.finish(new BodyCutError("the connection was closed")));
  }

  /** @returns the next bytes, or null at the end. @throws BodyCutError */
  next(): Promise<Buffer | null> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.settle();
      if (!this.pending) return;
      this.watchdog.refresh();
      this.body.resume();
    });
  }

  /** To be called when a chunk is passed on: until {@link resume} the connection may be taken away. */
  rest(): void {
    this.slot.rest(() => this.cut("its connection was needed"));
  }

  /** @returns false when the connection was taken away */
  resume(): boolean {
    return this.slot.resume();
  }

  /** Lets go of the connection: one whose answer was read to its end serves others. */
  close(isComplete: boolean): void {
    clearTimeout(this.watchdog);
    if (isComplete && this.end === null) {
      // The end itself is still to be read; nothing but the end is.
      this.body.removeAllListeners("data");
      this.body.resume();
    } else if (this.end !== "end") this.body.destroy();
    this.slot.release();
  }

  private cut(reason: string): void {
    this.finish(new BodyCutError(reason));
    this.body.destroy();
  }

  private finish(end: BodyCutError | "end"): void {
    this.end ??= end;
    clearTimeout(this.watchdog);
    this.settle();
  }

  private settle(): void {
    const { pending } = this;
    if (!pending) return;
    const chunk = this.read.shift();
    if (chunk === undefined && this.end === null) return;
    this.pending = null;
    if (chunk !== undefined) pending.resolve(chunk);
    else if (this.end === "end") pending.resolve(null);
    else if (this.end !== null) pending.reject(this.end);
  }
}
