import { logger } from "../logging/logger";
import { blobStore } from "./open";

/** The store is asked for so many at once. */
const LANES = 16;

/** What became of things that were to be deleted. */
export interface Deleted<Thing> {
  gone: Thing[];
  /** Those that the store did not delete: an object under legal hold, say. */
  stuck: Thing[];
}

/**
 * Deletes one thing after the other, several at once. One that cannot be deleted keeps no other from it.
 * @throws StoreAwayError, or what else the store itself is not in order with; never because of single things
 */
export async function deleteEach<Thing extends { name: string }>(
  things: readonly Thing[],
  remove: (thing: Thing) => Promise<void>,
): Promise<Deleted<Thing>> {
  const deleted: Deleted<Thing> = { gone: [], stuck: [] };
  const waiting = things.values();
  const lane = async () => {
    // One iterator for all lanes: each thing is somebody's once.
    for (const thing of waiting) {
      try {
        await remove(thing);
        deleted.gone.push(thing);
      } catch (error) {
        logger.warn({ err: error, name: thing.name }, "not deleted from the object store");
        deleted.stuck.push(thing);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // Where nothing at all could be deleted it may be the store, of which the next thing would say the same.
  if (deleted.gone.length === 0 && deleted.stuck.length > 0) await blobStore().check();
  return deleted;
}
