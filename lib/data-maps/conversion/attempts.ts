import { db } from "../../db/client";
import { isDatabaseUnavailable } from "../../errors";
import { logger } from "../../logging/logger";

/** Attempts of which none had an outcome, after which a file is given up: it ends its process each time. */
export const MOST_ATTEMPTS = 3;

const HEARTBEAT_MS = 2_000;
/** A process that hasn't reported for this long was killed. */
const HELD_MS = 30_000;
/** Pause after the first failure. It doubles. */
const PAUSE_MS = 60_000;

const soon = (ms: number) => new Date(Date.now() + ms);

/** Makes Prisma load and run its compiler of queries, which blocks for half a second at the first query otherwise. Changes no row. */
export async function warmUp(): Promise<void> {
  await db().conversion.updateMany({ where: { path: "" }, data: { attempts: { increment: 1 } } });
}

/** The right to convert a file, which one process at a time has. */
export class ConversionAttempt {
  /** How much is done, which the next heartbeat writes. */
  percent = 0;
  private readonly heart: NodeJS.Timeout;
  private readonly ending = new AbortController();

  private constructor(
    private readonly file: { projectId: string; path: string },
    readonly number: number,
    private readonly isWanted: () => Promise<boolean>,
  ) {
    this.heart = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** Aborts when the conversion was cancelled, or the file is no longer wanted. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Counts an attempt before it is made, so that one which kills its process counts too.
   * @param isWanted is called regularly: whether the project is still there @returns null while another one runs or waits
   */
  static async begin(
    file: { projectId: string; path: string },
    tag: string,
    isWanted: () => Promise<boolean>,
  ): Promise<ConversionAttempt | null> {
    const { conversion } = db();
    const heldUntil = soon(HELD_MS);
    await conversion.createMany({ data: { ...file, tag, heldUntil: new Date(0) }, skipDuplicates: true });
    await conversion.updateMany({ where: { ...file, tag: { not: tag } }, data: { tag, attempts: 0 } });
    const due = { ...file, heldUntil: { lt: new Date() } };
    const { count } = await conversion.updateMany({ where: due, data: { heldUntil, percent: 0, attempts: { increment: 1 } } });
    if (count === 0) return null;
    const { attempts } = await conversion.findUniqueOrThrow({ where: { projectId_path: file } });
    return new ConversionAttempt(file, attempts, isWanted);
  }

  /** The file is converted, or never can be. */
  async finish(): Promise<void> {
    this.stop();
    await db().conversion.deleteMany({ where: this.file });
  }

  /** Makes way for another attempt. @param isBlameless true when it ended for an outside reason and does not count */
  async release(isBlameless: boolean): Promise<void> {
    this.stop();
    const data = isBlameless
      ? { attempts: { decrement: 1 }, heldUntil: new Date() }
      : { heldUntil: soon(PAUSE_MS * 2 ** (this.number - 1)) };
    await db().conversion.updateMany({ where: this.file, data });
  }

  private stop(): void {
    clearInterval(this.heart);
  }

  private async beat(): Promise<void> {
    try {
      const data = { heldUntil: soon(HELD_MS), percent: Math.round(this.percent) };
      const { count } = await db().conversion.updateMany({ where: this.file, data });
      if (count === 0 || !(await this.isWanted())) this.ending.abort(new Error("The file is no longer wanted."));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) logger.warn({ err: error, ...this.file }, "conversion: heartbeat failed");
    }
  }
}
