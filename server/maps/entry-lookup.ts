import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "../../lib/errors";
import type { Entry, EntryQuestion } from "../../lib/trees/data";

const BATCHES_AT_ONCE = 3;
const BATCH_LIMIT = 200;

const KEEP_MS = 30_000;

interface Waiting extends EntryQuestion {
  resolve(entry: Entry | null): void;
  reject(error: unknown): void;
}

interface Remembered {
  entry: Entry;
  at: number;
}

function keyOf({ root, path }: EntryQuestion): string {
  return `${JSON.stringify(root)} ${path.join("/")}`;
}

/** Finds entries in batches: requests share the query after the running one. The cache is for an unavailable database only. */
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
    const remembered = isDatabaseUnavailable(error) ? this.found.get(keyOf(waiting)) : undefined;
    if (remembered && this.now() - remembered.at < KEEP_MS) waiting.resolve(remembered.entry);
    else waiting.reject(error);
  }
}
