import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Lock, Locker, RequestRelease } from "@tus/utils";
import { blobKeySchema } from "../../../lib/blobs/store";
import { AppError } from "../../../lib/errors";
import { findUpload } from "../../../lib/imports/uploads/data";
import {
  findHolder,
  type LockKey,
  lockNewsSchema,
  releaseLock,
  renewLock,
  STALE_MS,
  takeLock,
  tryLock,
} from "../../../lib/imports/uploads/locks";
import { lockLost } from "../../../lib/imports/uploads/receiving";
import { BEING_SENT_MESSAGE } from "../../../lib/imports/uploads/values";
import { type Listening, listen } from "../../../lib/jobs/notifications";
import { logger } from "../../../lib/logging/logger";

/** Without a renewal for this long a holder stops writing. The two seconds left are for requests on the way. Milliseconds. */
export const HELD_MS = STALE_MS - 2_000;

/** A time on two clocks: the steady one stops during suspension, and the wall clock may be set back. Milliseconds. */
interface Moment {
  steady: number;
  wall: number;
}

export function presentMoment(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** Proves, without asking the database, that no other process can hold the same upload lock. */
export class Lease {
  private readonly lost = new AbortController();
  private confirmedAt: Moment;

  /** @param askedAt when the query that took the lock was sent */
  constructor(askedAt: Moment) {
    this.confirmedAt = askedAt;
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Records that the database renewed the lease. @param askedAt when the query was sent */
  renewed(askedAt: Moment): void {
    this.confirmedAt = askedAt;
  }

  lose(): void {
    if (!this.lost.signal.aborted) this.lost.abort(lockLost());
  }

  /** Returns whether the lease still holds. Check before each write: a paused process resumes before any of its timers runs. */
  isHeld(): boolean {
    const { steady, wall } = this.confirmedAt;
    if (Math.max(performance.now() - steady, Date.now() - wall) >= HELD_MS) this.lose();
    return !this.lost.signal.aborted;
  }

  check(): void {
    if (!this.isHeld()) throw this.signal.reason;
  }
}

const WAIT_MS = 15_000;
/** A renewal also finds waiting requests whose notification was lost. */
const RENEW_MS = 2_000;
const POLL_MS = 500;
/** A client that cancels ends its own request first. Its deletion waits this long for the end of that request. */
const ENDING_MS = 3_000;
const ENDING_POLL_MS = 100;
/** A client that goes on sends its next request within this time. */
const NEXT_REQUEST_MS = 1_000;

/** The lock of one request on one upload, a row in UploadLock (decision 0030). A waiting request asks the holder to release it. */
export class UploadLock implements Lock {
  readonly key: LockKey;
  private current: Lease | null = null;
  private requestRelease: RequestRelease = () => undefined;
  private freed = new AbortController();
  private renewal: NodeJS.Timeout | undefined;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    uploadId: string,
    private readonly active: Set<UploadLock>,
    private readonly closes: AbortSignal,
    private readonly isDeletion: boolean,
  ) {
    this.key = { uploadId, token: randomUUID() };
  }

  get isHeld(): boolean {
    return this.current !== null;
  }

  /** Returns the lease of the lock. @throws Error when the request does not hold the lock */
  get lease(): Lease {
    if (!this.current) throw new Error(`This request does not hold the upload ${this.key.uploadId}.`);
    return this.current;
  }

  /** Waits for the lock. @throws AppError 423 when another request keeps it for too long, or a deletion finds one that sends */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    this.requestRelease = requestRelease;
    this.active.add(this);
    try {
      this.current = await (this.isDeletion ? this.takeUnused(patience) : this.take(patience));
    } catch (error) {
      this.active.delete(this);
      throw error;
    }
    this.renewLater();
    if (this.closes.aborted) void requestRelease();
  }

  /** Runs work that must end before the lock is released: the tus server does not wait for it when a request is aborted. */
  during<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.work = working.catch(() => undefined);
    return working;
  }

  /** Releases the lock. While the database is unavailable, the lock expires instead. */
  async unlock(): Promise<void> {
    await this.work;
    clearTimeout(this.renewal);
    this.active.delete(this);
    this.current?.lose();
    this.current = null;
    try {
      await releaseLock(this.key);
    } catch (error) {
      logger.warn({ err: error, upload: this.key.uploadId }, "upload lock not released");
    }
  }

  /** Handles a notification. @param wantedBy token of a waiting request; null when the lock was released */
  hear(wantedBy: string | null): void {
    if (wantedBy === null) this.freed.abort();
    else if (wantedBy !== this.key.token) this.askForRelease();
  }

  askForRelease(): void {
    if (this.current) void this.requestRelease();
  }

  private async take(patience: AbortSignal): Promise<Lease> {
    while (!patience.aborted) {
      // Before the query, so that a release between its answer and the pause is heard.
      this.freed = new AbortController();
      const askedAt = presentMoment();
      const taken = await takeLock(this.key);
      if (!taken) return new Lease(askedAt);
      const signal = AbortSignal.any([patience, this.freed.signal]);
      await pause(Math.min(POLL_MS, taken.staleInMs + 1), undefined, { signal }).catch(() => undefined);
    }
    throw new AppError("locked", "The upload is in use by another request. Please try again.", { retryAfter: 1 });
  }

  /** Takes the lock of an upload that no client is sending. Asks no request to end. */
  private async takeUnused(patience: AbortSignal): Promise<Lease> {
    let askedAt = presentMoment();
    if (await tryLock(this.key)) return new Lease(askedAt);
    const sender = await findHolder(this.key.uploadId);
    const until = performance.now() + ENDING_MS;
    let holder = sender;
    while (!patience.aborted && performance.now() < until && holder === sender) {
      await pause(ENDING_POLL_MS);
      askedAt = presentMoment();
      if (!(await tryLock(this.key))) holder = (await findHolder(this.key.uploadId)) ?? sender;
      else if (await this.isLeft()) return new Lease(askedAt);
      else break;
    }
    await releaseLock(this.key);
    throw new AppError("locked", BEING_SENT_MESSAGE, { retryAfter: 1 });
  }

  /** Returns false when the request before this one has sent the last bytes, or when its client sends more. */
  private async isLeft(): Promise<boolean> {
    await pause(NEXT_REQUEST_MS);
    const renewed = await renewLock(this.key);
    const upload = await findUpload(blobKeySchema.parse(this.key.uploadId));
    return renewed?.isWanted === false && upload?.state !== "complete";
  }

  private renewLater(): void {
    this.renewal = setTimeout(() => void this.renew(), RENEW_MS).unref();
  }

  private async renew(): Promise<void> {
    const { current } = this;
    if (!current?.isHeld()) return;
    const askedAt = presentMoment();
    try {
      const renewed = await renewLock(this.key);
      if (!renewed) current.lose();
      else current.renewed(askedAt);
      if (renewed?.isWanted) this.askForRelease();
    } catch (error) {
      logger.warn({ err: error, upload: this.key.uploadId }, "upload lock not renewed");
    }
    if (this.current?.isHeld()) this.renewLater();
  }
}

/** Lets one request at a time work on an upload, among all processes that share the database. */
export class PostgresLocker implements Locker {
  private readonly active = new Set<UploadLock>();
  private listening: Listening | undefined;

  constructor(private readonly closes: AbortSignal) {
    closes.addEventListener("abort", () => {
      for (const lock of this.active) lock.askForRelease();
    });
  }

  /** @param isDeletion true for a request that must not end another one */
  newLock(uploadId: string, isDeletion = false): UploadLock {
    this.listening ??= listen("sea_vision_uploads", { onNotification: (payload) => this.hear(payload) });
    return new UploadLock(uploadId, this.active, this.closes, isDeletion);
  }

  private hear(payload: string): void {
    const { uploadId, wantedBy } = lockNewsSchema.parse(JSON.parse(payload));
    for (const lock of this.active) if (lock.key.uploadId === uploadId) lock.hear(wantedBy);
  }
}
