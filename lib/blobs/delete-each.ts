import pLimit from "p-limit";
import { logger } from "../logging/logger";
import { blobStore } from "./open";

const CONCURRENCY = 16;

export interface Deleted<Thing> {
  gone: Thing[];
  stuck: Thing[];
}

/** Deletes many things, several at once, and skips those that fail. @throws StoreUnavailableError and other errors of the store itself */
export async function deleteEach<Thing extends { name: string }>(
  things: readonly Thing[],
  remove: (thing: Thing) => Promise<void>,
): Promise<Deleted<Thing>> {
  const deleted: Deleted<Thing> = { gone: [], stuck: [] };
  await pLimit(CONCURRENCY).map(things, async (thing) => {
    try {
      await remove(thing);
      deleted.gone.push(thing);
    } catch (error) {
      logger.warn({ err: error, name: thing.name }, "not deleted from the object store");
      deleted.stuck.push(thing);
    }
  });
  // When nothing could be deleted, the store itself may be the cause.
  if (deleted.gone.length === 0 && deleted.stuck.length > 0) await blobStore().check();
  return deleted;
}
