import { type FileHandle, open } from "node:fs/promises";
import { LRUCache } from "lru-cache";

interface PooledHandle {
  opening: Promise<FileHandle>;
  /** Readers at work; counted before the file is open, so that no eviction can close it between. */
  users: number;
  /** Out of the pool: whoever reads last closes it. */
  retired: boolean;
}

/** A borrowed file handle. */
export interface Lease {
  handle: FileHandle;
  /** Gives the handle back; more than once does no harm. */
  release(): void;
}

function close(pooled: PooledHandle): void {
  // One that never opened, or that fails to close after reading, has nothing to lose.
  pooled.opening.then((handle) => handle.close()).catch(() => undefined);
}

/**
 * Files kept open for reading, so that a small slice costs one `pread`.
 * The least recently used handle goes first, and an idle one after `idleMilliseconds`:
 * an open handle would otherwise keep the space of a blob that another process has deleted.
 */
export class HandlePool {
  private readonly handles: LRUCache<string, PooledHandle>;

  constructor({ max = 256, idleMilliseconds = 30_000 } = {}) {
    this.handles = new LRUCache({
      max,
      ttl: idleMilliseconds,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      dispose: (pooled) => {
        pooled.retired = true;
        if (pooled.users === 0) close(pooled);
      },
    });
  }

  /** Borrows the handle of a file. @throws the error of open(2), ENOENT among them. */
  async borrow(path: string): Promise<Lease> {
    let pooled = this.handles.get(path);
    if (!pooled) {
      pooled = { opening: open(path, "r"), users: 0, retired: false };
      this.handles.set(path, pooled);
    }
    const borrowed = pooled;
    borrowed.users += 1;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      borrowed.users -= 1;
      if (borrowed.retired && borrowed.users === 0) close(borrowed);
    };
    try {
      return { handle: await borrowed.opening, release };
    } catch (error) {
      if (this.handles.peek(path) === borrowed) this.handles.delete(path);
      release();
      throw error;
    }
  }

  /** Takes a file out of the pool; reads that are under way end well. */
  retire(path: string): void {
    this.handles.delete(path);
  }

  /** Takes every file out of the pool. */
  clear(): void {
    this.handles.clear();
  }
}
