import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "../../lib/errors";
import type { Entry, EntryQuestion } from "../../lib/trees/data";
import { INFLATED_IN_MEMORY_BYTES } from "../representation/representation";

const BATCHES_AT_ONCE = 3;
const BATCH_LIMIT = 200;

const KEEP_MS = 30_000;

/** A question about a tree in a known revision can be answered from memory. */
export interface RevisedQuestion extends EntryQuestion {
  revision?: number | undefined;
}

interface Waiting extends RevisedQuestion {
  resolve(entry: Entry | null): void;
  reject(error: unknown): void;
}

interface Remembered {
  entry: Entry;
  at: number;
  revision: number | undefined;
}

/** The worker gives these files a blob of their own, without a new revision (decision record 0001). */
function mayMove(entry: Entry): boolean {
  return entry.kind === "file" && entry.slice?.method === "deflated" && entry.size > INFLATED_IN_MEMORY_BYTES;
}

function keyOf({ root, path }: EntryQuestion): string {
  return `${JSON.stringify(root)} ${path.join("/")}`;
}

/**
 * Finds entries in batches: requests share the query after the running one. Entries in memory answer questions about the same revision of
 * a tree, and all questions while the database is unavailable.
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

  /** @param isFresh whether to query the database anyway */
  find(question: RevisedQuestion, isFresh = false): Promise<Entry | null> {
    const known = question.revision === undefined || isFresh ? undefined : this.remembered(question);
    if (known?.revision === question.revision && known && !mayMove(known.entry)) return Promise.resolve(known.entry);
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
    if (entry) this.found.set(keyOf(waiting), { entry, at, revision: waiting.revision });
    else this.found.delete(keyOf(waiting));
    waiting.resolve(entry);
  }

  private fallBack(waiting: Waiting, error: unknown): void {
    const remembered = isDatabaseUnavailable(error) ? this.remembered(waiting) : undefined;
    if (remembered) waiting.resolve(remembered.entry);
    else waiting.reject(error);
  }

  private remembered(question: EntryQuestion): Remembered | undefined {
    const remembered = this.found.get(keyOf(question));
    return remembered && this.now() - remembered.at < KEEP_MS ? remembered : undefined;
  }
}
