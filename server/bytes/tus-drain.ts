import type { Lock, Locker, RequestRelease } from "@tus/utils";

/**
 * A locker whose holders are asked to let go when this process is about to end, as if another request wanted the upload:
 * they store what they have received, and their clients go on from there at another instance.
 */
export class DrainingLocker implements Locker {
  private readonly holders = new Set<RequestRelease>();

  /** @param closes aborts when they shall let go */
  constructor(
    private readonly locker: Locker,
    private readonly closes: AbortSignal,
  ) {
    closes.addEventListener("abort", () => {
      for (const requestRelease of this.holders) void requestRelease();
    });
  }

  newLock(id: string): Lock {
    const lock = this.locker.newLock(id);
    let holder: RequestRelease | undefined;
    return {
      lock: async (signal, requestRelease) => {
        await lock.lock(signal, requestRelease);
        holder = requestRelease;
        this.holders.add(requestRelease);
        if (this.closes.aborted) void requestRelease();
      },
      unlock: () => {
        if (holder) this.holders.delete(holder);
        return lock.unlock();
      },
    };
  }
}
