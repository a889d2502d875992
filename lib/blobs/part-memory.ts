import { Turns } from "../turns";
import type { PartSpool } from "./temp-file";

/** Parts of all blobs and uploads of this process that are on their way to the object store at once. */
const AT_ONCE = 4;

/** As large as parts usually are. */
const BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * The memory in which parts travel: as much as a few of them take, however many uploads and writers there are. It gives the turns too,
 * so parts on a slow line keep no small request from being made.
 */
export class PartMemory {
  private readonly turns: Turns;
  private readonly free: Buffer[] = [];

  constructor(atOnce = AT_ONCE) {
    this.turns = new Turns(atOnce);
  }

  /**
   * Calls `send` with the bytes of a part, when there is room for them.
   * @param signal ends the waiting, with its reason
   */
  take<Result>(spool: PartSpool, send: (bytes: Buffer) => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    return this.turns.take(async () => {
      const buffer = this.lend(spool.size);
      const result = await send(await spool.readInto(buffer));
      // Where sending has failed a socket may still read from it; then it goes the way of all memory.
      this.free.push(buffer);
      return result;
    }, signal);
  }

  /** All of one size, so that each will do for the next part: what is allocated for every single one takes long to be given back. */
  private lend(bytes: number): Buffer {
    const free = this.free.pop();
    return free && free.length >= bytes ? free : Buffer.allocUnsafeSlow(Math.max(bytes, BUFFER_BYTES));
  }
}

// Next loads modules more than once in one process; together they must not take more.
const shared = globalThis as typeof globalThis & { seaVisionPartMemory?: PartMemory };

/** That of this process. */
export function partMemory(): PartMemory {
  shared.seaVisionPartMemory ??= new PartMemory();
  return shared.seaVisionPartMemory;
}
