import type { Lock, Locker, RequestRelease } from "@tus/utils";
import { AppError } from "../../lib/errors";

/** A holder that has been asked to let go stops within a second or so; one that is not done by then hangs. */
const WAIT_MS = 15_000;

interface Holder {
  requestRelease: RequestRelease;
  released: Promise<void>;
  release(): void;
}

function createHolder(requestRelease: RequestRelease): Holder {
  const holder: Holder = { requestRelease, released: Promise.resolve(), release: () => undefined };
  holder.released = new Promise((resolve) => {
    holder.release = resolve;
  });
  return holder;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/**
 * One request at a time for each upload, within this process. Whoever comes asks the holder to let go: after a lost
 * connection the old request may still be waiting for bytes that will never come.
 * (The tus server's own MemoryLocker waits in a loop that keeps the processor busy.)
 */
export class ProcessLocker implements Locker {
  private readonly holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    let mine: Holder | undefined;
    return {
      lock: async (signal, requestRelease) => {
        await this.waitForTurn(id, signal);
        mine = createHolder(requestRelease);
        this.holders.set(id, mine);
      },
      unlock: () => {
        if (mine && this.holders.get(id) === mine) this.holders.delete(id);
        mine?.release();
        return Promise.resolve();
      },
    };
  }

  /** Resolves with no holder left. Of several that wait, whoever wakes first takes the turn; the others ask that one in turn. */
  private async waitForTurn(id: string, signal: AbortSignal): Promise<void> {
    if (!this.holders.has(id)) return;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const outOfPatience = aborted(patience);
    for (let holder = this.holders.get(id); holder; holder = this.holders.get(id)) {
      if (patience.aborted) throw new AppError("locked", "The upload is in use by another request. Please try again.", { retryAfter: 1 });
      await holder.requestRelease();
      await Promise.race([holder.released, outOfPatience]);
    }
  }
}

/** The lock between requests for one upload. */
export function openLocker(): Locker {
  return new ProcessLocker();
}
