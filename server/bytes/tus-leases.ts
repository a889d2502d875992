import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { lockNewsSchema, releaseLock, renewLocks, takeLock } from "../../lib/imports/uploads/locks";
import { type Listening, listen } from "../../lib/jobs/notifications";
import { logger } from "../../lib/logging/logger";
import { Lease, presentMoment } from "./tus-lease";

/** How often leases are renewed. Who waits is seen then too, should the notification be lost. */
const HEARTBEAT_MS = 2_000;
/** How often one who waits looks again, should the notification be lost. */
const POLL_MS = 500;

/** The leases of this process: taken, renewed together, and given back. */
class Leases {
  private readonly held = new Map<string, Lease>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private listening: Listening | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** The lease of an upload, which whoever works on it has. @throws Error when nobody in this process has it */
  of(uploadId: string): Lease {
    const lease = this.find(uploadId);
    if (!lease) throw new Error(`Nobody here holds the upload ${uploadId}.`);
    return lease;
  }

  find(uploadId: string): Lease | undefined {
    return this.held.get(uploadId);
  }

  /**
   * Waits until the lease of an upload is free, and takes it. One at a time for each upload in a process.
   * @returns null when the signal was aborted before
   */
  async take(uploadId: string, requestRelease: () => void, signal: AbortSignal): Promise<Lease | null> {
    this.listening ??= listen("sea_vision_uploads", { onNotification: (payload) => this.hear(payload) });
    const lock = { uploadId, token: randomUUID() };
    while (!signal.aborted) {
      const askedAt = presentMoment();
      const news = this.hearsNext(uploadId);
      try {
        const taken = await takeLock(lock);
        if (!taken) {
          const lease = new Lease(lock, askedAt, requestRelease);
          this.held.set(uploadId, lease);
          this.beat();
          return lease;
        }
        await news.within(Math.min(POLL_MS, taken.staleInMs + 1), signal);
      } finally {
        news.forget();
      }
    }
    return null;
  }

  /** Gives a lease back, when what is done under it has ended. Should the database be away, it ends by itself. */
  async release(lease: Lease): Promise<void> {
    await lease.idle();
    if (this.held.get(lease.lock.uploadId) === lease) this.held.delete(lease.lock.uploadId);
    lease.lose();
    try {
      await releaseLock(lease.lock);
    } catch (error) {
      logger.warn({ err: error, upload: lease.lock.uploadId }, "lease of an upload not given back");
    }
  }

  private hear(payload: string): void {
    const { uploadId, wantedBy } = lockNewsSchema.parse(JSON.parse(payload));
    const lease = this.held.get(uploadId);
    if (wantedBy === null) for (const wake of this.waiting.get(uploadId) ?? []) wake();
    // Who has waited until a moment ago hears itself.
    else if (lease && lease.lock.token !== wantedBy) lease.requestRelease();
  }

  /** What is heard from now on of an upload that somebody lets go of. */
  private hearsNext(uploadId: string) {
    const heard = new AbortController();
    const wake = () => heard.abort();
    const others = this.waiting.get(uploadId) ?? new Set();
    this.waiting.set(uploadId, others.add(wake));
    return {
      within: async (ms: number, signal: AbortSignal): Promise<void> => {
        await pause(ms, undefined, { signal: AbortSignal.any([signal, heard.signal]) }).catch(() => undefined);
      },
      forget: () => {
        others.delete(wake);
        if (others.size === 0 && this.waiting.get(uploadId) === others) this.waiting.delete(uploadId);
      },
    };
  }

  private beat(): void {
    this.timer ??= setTimeout(() => void this.renew(), HEARTBEAT_MS).unref();
  }

  private async renew(): Promise<void> {
    const leases = [...this.held.values()].filter((lease) => lease.isHeld());
    this.timer = undefined;
    if (leases.length === 0) return;
    const askedAt = presentMoment();
    try {
      const renewed = new Map((await renewLocks(leases.map(({ lock }) => lock))).map((lock) => [lock.token, lock]));
      for (const lease of leases) {
        const found = renewed.get(lease.lock.token);
        if (!found) lease.lose();
        else lease.renewed(askedAt);
        if (found?.isWanted) lease.requestRelease();
      }
    } catch (error) {
      // Each is lost when it can no longer be proven.
      logger.warn({ err: error, leases: leases.length }, "leases of uploads not renewed");
    }
    for (const lease of this.held.values()) lease.isHeld();
    if (this.held.size > 0) this.beat();
  }
}

/** Those of this process. */
export const leases = new Leases();
