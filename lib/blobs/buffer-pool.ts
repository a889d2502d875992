import PQueue from "p-queue";
import type { TempFile } from "./temp-file";

/** A part that waits outside of memory. */
type StoredPart = Pick<TempFile, "size" | "readInto">;

/** Parts of this process that are sent to the object store at once. */
const CONCURRENCY = 4;

const BUFFER_BYTES = 16 * 1024 * 1024;

/** Limits the memory for parts that are being sent, for any number of uploads and writers. Buffers are reused. */
export class BufferPool {
  private readonly queue: PQueue;
  private readonly free: Buffer[] = [];

  constructor(concurrency = CONCURRENCY) {
    this.queue = new PQueue({ concurrency });
  }

  /** Sends a part when there is room in memory. @param signal ends the wait for room; `send` handles it afterwards */
  async send<Result>(part: StoredPart, send: (bytes: Buffer) => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    let sending: Promise<Result> | undefined;
    const run = () => {
      sending = this.sendNow(part, send);
      return sending;
    };
    try {
      return await this.queue.add(run, { signal });
    } catch (error) {
      await sending?.catch(() => undefined);
      throw error;
    }
  }

  private async sendNow<Result>(part: StoredPart, send: (bytes: Buffer) => Promise<Result>): Promise<Result> {
    const buffer = this.take(part.size);
    const result = await send(await part.readInto(buffer));
    // After a failure the buffer is not reused: a socket may still read from it.
    this.free.push(buffer);
    return result;
  }

  private take(bytes: number): Buffer {
    const buffer = this.free.pop();
    return buffer && buffer.length >= bytes ? buffer : Buffer.allocUnsafeSlow(Math.max(bytes, BUFFER_BYTES));
  }
}

// Next loads modules more than once in one process.
const shared = globalThis as typeof globalThis & { seaVisionBufferPool?: BufferPool };

export function bufferPool(): BufferPool {
  shared.seaVisionBufferPool ??= new BufferPool();
  return shared.seaVisionBufferPool;
}
