import type { PlanStore } from "@/lib/publish/plan/plan-store";
import { keysOfSession, openFolderDatabase } from "./folder-database";

/** Plans in the browser's own database. Without one the upload goes on all the same, but cannot be continued after a reload. */
export const browserPlanStore: PlanStore = {
  async read(sessionId) {
    try {
      const database = await openFolderDatabase();
      const [packs, progress] = await Promise.all([
        database.getAll("packs", keysOfSession(sessionId)),
        database.getAll("progress", keysOfSession(sessionId)),
      ]);
      return { packs, progress: new Map(progress.map((one) => [one.packId, one])) };
    } catch {
      return { packs: [], progress: new Map() };
    }
  },
  async keep(sessionId, fresh, dropped) {
    try {
      const transaction = (await openFolderDatabase()).transaction(["packs", "progress"], "readwrite");
      const packs = transaction.objectStore("packs");
      const progress = transaction.objectStore("progress");
      await Promise.all([
        ...dropped.flatMap(({ packId }) => [packs.delete([sessionId, packId]), progress.delete([sessionId, packId])]),
        ...fresh.map((pack) => packs.put(pack)),
        transaction.done,
      ]);
    } catch {
      // A private window, or no room.
    }
  },
};
