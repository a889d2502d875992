import { logger } from "../../lib/logging/logger";
import type { MapViews } from "../../lib/projects/stats/mutations";

/** What a process that is killed loses at most. */
const WRITE_AFTER_MS = 3_000;

/** Pairs of a project and a day that wait to be written, in a few megabytes. Only a database that is away for days lets it come to that. */
const MOST_WAITING = 20_000;

/**
 * Counts views in memory, and writes them a little later, all together. Nobody who looks at a map waits for it.
 * What could not be written is kept and tried again; only if the database is lost at the very moment it has written may the
 * same views count twice.
 */
export class ViewCounter {
  private waiting = new Map<string, MapViews>();
  private timer: NodeJS.Timeout | undefined;
  /** Resolves to whether it worked. */
  private writing: Promise<boolean> | undefined;
  private isFailing = false;

  /**
   * @param write adds to what the database has
   * @param now milliseconds since 1970
   */
  constructor(
    private readonly write: (views: readonly MapViews[]) => Promise<void>,
    private readonly now: () => number,
  ) {}

  /** Counts one view, on the day that it is now in UTC. */
  count(projectId: string): void {
    this.add({ projectId, day: new Date(this.now()).toISOString().slice(0, 10), count: 1 });
    this.schedule();
  }

  /** Writes what waits. To be called when nobody counts any more. Never rejects. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    const hasFailedNow = (await this.writing) === false;
    clearTimeout(this.timer);
    if (!hasFailedNow) await this.writeWaiting();
    if (this.waiting.size === 0) return;
    const lost = Array.from(this.waiting.values()).reduce((sum, { count }) => sum + count, 0);
    logger.warn({ lost }, "map views could not be written and are lost");
  }

  private add({ projectId, day, count }: MapViews): void {
    const key = `${day} ${projectId}`;
    const known = this.waiting.get(key);
    if (known) known.count += count;
    else if (this.waiting.size < MOST_WAITING) this.waiting.set(key, { projectId, day, count });
  }

  private schedule(): void {
    if (this.timer || this.writing) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.writing = this.writeWaiting().finally(() => {
        this.writing = undefined;
        if (this.waiting.size > 0) this.schedule();
      });
    }, WRITE_AFTER_MS).unref();
  }

  private async writeWaiting(): Promise<boolean> {
    if (this.waiting.size === 0) return true;
    const views = Array.from(this.waiting.values());
    this.waiting = new Map();
    try {
      await this.write(views);
      this.isFailing = false;
      return true;
    } catch (error) {
      for (const kept of views) this.add(kept);
      // Once is enough: it is tried every few seconds.
      if (!this.isFailing) logger.warn({ err: error }, "map views could not be written, and are kept");
      this.isFailing = true;
      return false;
    }
  }
}
