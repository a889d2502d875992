import type { Lock, Locker, RequestRelease } from "@tus/utils";
import { AppError } from "../../lib/errors";
import type { Lease } from "./tus-lease";
import { leases } from "./tus-leases";

/**
 * A holder that has been asked to let go stops within a second or so, and one that died loses the lease some seconds later; one
 * that is not done by then hangs.
 */
const WAIT_MS = 15_000;

/** A request that works on an upload, or is the next of this process to do so. */
class Turn {
  readonly ended: Promise<void>;
  private resolveEnded: () => void = () => undefined;
  private lease: Lease | null = null;
  private isWanted = false;

  constructor(private readonly requestRelease: RequestRelease) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  /** Somebody waits behind this request, which is asked to come to an end; one that itself still waits is asked as soon as it has begun. */
  want(): void {
    this.isWanted = true;
    if (this.lease) void this.requestRelease();
  }

  /** @throws AppError 423 when somebody else keeps it for too long */
  async take(id: string, patience: AbortSignal): Promise<void> {
    this.lease = await leases.take(id, () => this.want(), patience);
    if (!this.lease) throw inUse();
    if (this.isWanted) this.want();
  }

  async giveBack(): Promise<void> {
    const { lease } = this;
    this.lease = null;
    if (lease) await leases.release(lease);
  }

  /** Whoever waits behind this request may go on. */
  end(): void {
    this.resolveEnded();
  }
}

function inUse(): AppError {
  return new AppError("locked", "The upload is in use by another request. Please try again.", { retryAfter: 1 });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/**
 * One request at a time for each upload, in all processes: first it waits for its turn among those of this process, then for the
 * lease. Whoever comes asks the holder to let go: after a lost connection the old request may still be waiting for bytes that
 * will never come. (The tus server's own MemoryLocker waits in a loop that keeps the processor busy, and knows of one process.)
 */
class LeaseLocker implements Locker {
  private readonly turns = new Map<string, Turn>();

  newLock(id: string): Lock {
    let mine: Turn | undefined;
    const end = async () => {
      if (!mine) return;
      await mine.giveBack();
      if (this.turns.get(id) === mine) this.turns.delete(id);
      mine.end();
    };
    return {
      lock: async (signal, requestRelease) => {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
        await this.waitForTurn(id, patience);
        mine = new Turn(requestRelease);
        this.turns.set(id, mine);
        try {
          await mine.take(id, patience);
        } catch (error) {
          await end();
          throw error;
        }
      },
      unlock: end,
    };
  }

  /** Resolves with nobody's turn. Of several that wait, whoever wakes first takes it; the others ask that one in turn. */
  private async waitForTurn(id: string, patience: AbortSignal): Promise<void> {
    if (!this.turns.has(id)) return;
    const outOfPatience = aborted(patience);
    for (let turn = this.turns.get(id); turn; turn = this.turns.get(id)) {
      if (patience.aborted) throw inUse();
      turn.want();
      await Promise.race([turn.ended, outOfPatience]);
    }
  }
}

/** The lock between requests for one upload. */
export function openLocker(): Locker {
  return new LeaseLocker();
}
