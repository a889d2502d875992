import { withTransaction } from "../../db";
import type { Sweep } from "../../jobs/job";
import { lockQuota } from "./space";

const SWEEP_MS = 60 * 60 * 1_000;

/** Replaces the changes of the stored bytes by their sum, counted anew from the blobs. */
export async function recountStoredBytes(): Promise<void> {
  await withTransaction(async (transaction) => {
    // Two concurrent recounts would each insert the sum.
    await lockQuota(transaction);
    // One statement, so that both halves see the same blobs: a change that commits meanwhile keeps its row.
    await transaction.query({
      text: `WITH former AS (DELETE FROM "StoredBytes")
             INSERT INTO "StoredBytes" (bytes) SELECT coalesce(sum(size + reserved), 0) FROM "Blob"`,
    });
  });
}

export const storedBytesSweep: Sweep = { name: "stored bytes", everyMs: SWEEP_MS, onWake: false, run: recountStoredBytes };
