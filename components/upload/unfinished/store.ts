import type { PackProgress, PlanStore } from "@/lib/upload-client/plan/plan-store";
import { keysOfUpload, openUploadDatabase, type UnfinishedUpload, type UploadDatabase } from "./database";

/** Unfinished uploads of this browser. Errors are ignored: without storage an upload works, but can't be resumed. */

async function attempt<Result, Otherwise>(
  work: (database: UploadDatabase) => Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work(await openUploadDatabase());
  } catch {
    return otherwise;
  }
}

export function storeUpload(upload: UnfinishedUpload): Promise<unknown> {
  return attempt((database) => database.put("uploads", upload), null).finally(announceUploads);
}

export function storeProgress(progress: PackProgress): Promise<unknown> {
  return attempt((database) => database.put("progress", progress), null);
}

/** Lists the unfinished uploads of an account, newest first. */
export function listUploads(accountId: string): Promise<UnfinishedUpload[]> {
  return attempt(async (database) => {
    const uploads = await database.getAll("uploads");
    return uploads.filter((upload) => upload.accountId === accountId).sort((one, other) => other.createdAt - one.createdAt);
  }, []);
}

export function listProgress(id: string): Promise<PackProgress[]> {
  return attempt((database) => database.getAll("progress", keysOfUpload(id)), []);
}

export function forgetUpload(id: string): Promise<void> {
  return attempt(async (database) => {
    const transaction = database.transaction(["uploads", "packs", "progress"], "readwrite");
    const range = keysOfUpload(id);
    await Promise.all([
      transaction.objectStore("uploads").delete(id),
      transaction.objectStore("packs").delete(range),
      transaction.objectStore("progress").delete(range),
      transaction.done,
    ]);
  }, undefined).finally(announceUploads);
}

export const browserPlanStore: PlanStore = {
  read: (sessionId) =>
    attempt(
      async (database) => {
        const range = keysOfUpload(sessionId);
        const [packs, progress] = await Promise.all([database.getAll("packs", range), database.getAll("progress", range)]);
        return { packs, progress: new Map(progress.map((one) => [one.packId, one])) };
      },
      { packs: [], progress: new Map() },
    ),
  keep: (sessionId, fresh, dropped) =>
    attempt(async (database) => {
      const transaction = database.transaction(["packs", "progress"], "readwrite");
      const packs = transaction.objectStore("packs");
      const progress = transaction.objectStore("progress");
      await Promise.all([
        ...dropped.flatMap(({ packId }) => [packs.delete([sessionId, packId]), progress.delete([sessionId, packId])]),
        ...Array.from(fresh, (pack) => packs.put(pack)),
        transaction.done,
      ]);
    }, undefined),
};

const CHANNEL = "sea-vision.unfinished-uploads";

/** Has the lists of unfinished uploads in all tabs of this browser read them again. */
export function announceUploads(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Calls `onChange` when the unfinished uploads have changed in any tab. @returns a function that stops this */
export function followUploads(onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", onChange);
  return () => channel.close();
}
