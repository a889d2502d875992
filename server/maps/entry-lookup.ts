import { LRUCache } from "lru-cache";
import { isDatabaseAway } from "../../lib/errors";
import type { Entry, EntryQuestion } from "../../lib/trees/data";

/** Batches that travel at the same time. While they do, the next one gathers. */
const BATCHES_AT_ONCE = 3;
const BATCH_LIMIT = 200;

/** As long as a right goes unchecked: nothing is answered for longer without the database. */
const KEEP_MS = 30_000;

interface Waiting extends EntryQuestion {
  resolve(entry: Entry | null): void;
  reject(error: unknown): void;
}

interface Remembered {
  entry: Entry;
  /** Milliseconds. */
  at: number;
}

function keyOf({ root, path }: EntryQuestion): string {
  return `${JSON.stringify(root)} ${path.join("/")}`;
}

/**
 * Finds entries for many requests with few round trips: what arrives while the database is at work goes there together.
 * A lone request waits for nobody; under load a round trip serves dozens, at a tenth of the cost each.
 * Every answer is asked for anew, so a change of a tree shows at once; what was found lately only stands in while the
 * database is away.
 */
export class EntryLookup {
  private waiting: Waiting[] = [];
  private underWay = 0;
  private isScheduled = false;
  private readonly found = new LRUCache<string, Remembered>({ max: 50_000 });

  constructor(
    private readonly findEntries: (questions: readonly EntryQuestion[]) => Promise<(Entry | null)[]>,
    private readonly now: () => number,
  ) {}

  find(question: EntryQuestion): Promise<Entry | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...question, resolve, reject });
      this.schedule();
    });
  }

  /** After what has already arrived at this moment, so that it travels together. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.waiting.length > 0 && this.underWay < BATCHES_AT_ONCE) void this.send(this.waiting.splice(0, BATCH_LIMIT));
    });
  }

  private async send(batch: Waiting[]): Promise<void> {
    this.underWay += 1;
    const at = this.now();
    try {
      const entries = await this.findEntries(batch);
      for (const [index, waiting] of batch.entries()) this.answer(waiting, entries[index] ?? null, at);
    } catch (error) {
      for (const waiting of batch) this.fallBack(waiting, error);
    } finally {
      this.underWay -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }

  private answer(waiting: Waiting, entry: Entry | null, at: number): void {
    if (entry) this.found.set(keyOf(waiting), { entry, at });
    else this.found.delete(keyOf(waiting));
    waiting.resolve(entry);
  }

  private fallBack(waiting: Waiting, error: unknown): void {
    const remembered = isDatabaseAway(error) ? this.found.get(keyOf(waiting)) : undefined;
    if (remembered && this.now() - remembered.at < KEEP_MS) waiting.resolve(remembered.entry);
    else waiting.reject(error);
  }
}
