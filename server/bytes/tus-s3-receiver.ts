import type { Readable } from "node:stream";
import { addAbortSignal } from "node:stream";
import { PartSpool } from "../../lib/blobs/temp-file";
import type { Lease } from "./tus-lease";

/** Where received bytes go. */
export interface PartTarget {
  /** Stores the next part, which is full or the last one of the upload. */
  storePart(spool: PartSpool): Promise<void>;
}

/** How receiving has ended, with nothing under way any more. */
export interface Receipt {
  /** What has come of the part that is not full. */
  rest: PartSpool;
  /** Why the body has ended early; null when it has not. */
  brokenBy: { error: unknown } | null;
}

/**
 * Receives one body part by part: while one is stored the next one comes in, and none is stored before the one ahead of it.
 * @param rest what is there already of the part that is not full; it is closed when this fails
 * @throws what storing a part has failed with, or the lease's reason
 */
export async function receiveParts(
  source: Readable,
  rest: PartSpool,
  partBytes: number,
  target: PartTarget,
  lease: Lease,
): Promise<Receipt> {
  let spool = rest;
  let storing = Promise.resolve();
  let failure: { error: unknown } | null = null;
  let brokenBy: Receipt["brokenBy"] = null;

  const store = async (full: PartSpool) => {
    try {
      await target.storePart(full);
    } catch (error) {
      failure = { error };
      source.destroy();
    } finally {
      await full.close();
    }
  };

  addAbortSignal(lease.signal, source);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + partBytes - spool.size);
        await spool.write(taken);
        at += taken.length;
        if (spool.size < partBytes) continue;
        await storing;
        if (failure) break;
        const next = await PartSpool.open();
        storing = store(spool);
        spool = next;
      }
      if (failure) break;
    }
  } catch (error) {
    brokenBy = { error };
  }
  await storing;
  const isLost = !lease.isHeld();
  if (!failure && !isLost) return { rest: spool, brokenBy };
  await spool.close();
  throw isLost ? lease.signal.reason : (failure as { error: unknown } | null)?.error;
}
