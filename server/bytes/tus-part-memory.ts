import { Turns } from "../../lib/turns";
import type { Spool } from "./tus-spool";

/** Parts of all uploads of this process that are on their way to the object store at once. */
const AT_ONCE = 4;

/** The memory in which parts travel: as much as a few of them take, however many uploads there are. */
export class PartMemory {
  private readonly turns = new Turns(AT_ONCE);
  private readonly free: Buffer[] = [];

  constructor(private readonly partBytes: number) {}

  /** Calls `send` with the bytes of a spool, when there is room for them. */
  take<Result>(spool: Spool, send: (bytes: Buffer) => Promise<Result>): Promise<Result> {
    return this.turns.take(async () => {
      const buffer = this.free.pop() ?? Buffer.allocUnsafeSlow(this.partBytes);
      const result = await send(await spool.readInto(buffer));
      // Where sending has failed a socket may still read from it; then it goes the way of all memory.
      this.free.push(buffer);
      return result;
    });
  }
}
