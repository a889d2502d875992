import { type FileHandle, open } from "node:fs/promises";
import { LRUCache } from "lru-cache";

interface PooledHandle {
  opening: Promise<FileHandle>;
  /** Readers, counted before the file is open so that an eviction can't close it. */
  users: number;
  /** Evicted from the pool: the last reader closes it. */
  retired: boolean;
}

export interface Lease {
  handle: FileHandle;
  release(): void;
}

function close(pooled: PooledHandle): void {
  // A file that did not open or fails to close after reading has nothing to lose.
  pooled.opening.then((handle) => handle.close()).catch(() => undefined);
}

/** Keeps files open for reading, so that a small slice costs one `pread`. Closes idle ones, which keep the disk space of deleted blobs. */
export class HandlePool {
  private readonly handles = new LRUCache<string, PooledHandle>({
    max: 256,
    ttl: 30_000,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (pooled) => {
      pooled.retired = true;
      if (pooled.users === 0) close(pooled);
    },
  });

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

  retire(path: string): void {
    this.handles.delete(path);
  }

  clear(): void {
    this.handles.clear();
  }
}
