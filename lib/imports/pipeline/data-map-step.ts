import type { Slice } from "../../blobs/slice";
import { type DataMapFiles, makeDataMap } from "../../data-maps/publish/data-map";
import { SlowDataError } from "../../data-maps/publish/describe-job";
import { MAP_FILE, PAGE_FILE } from "../../data-maps/values";
import { inTransaction, type Transaction } from "../../db/transaction";
import { isDatabaseUnavailable } from "../../errors";
import { PackWriter } from "../../storage/quota/pack-writer";
import { findEntriesBy } from "../../trees/data";
import { insertFiles, lockTree, recordEdit, replaceSlice } from "../../trees/mutations";
import type { HeldImport, StepContext } from "./lease";

interface TopFile {
  name: string;
  slice: Slice | null;
}

/**
 * Adds index.html and map.json to a tree of data without a page. Repeatable.
 * @returns false when the data takes longer than `seconds` @throws DataRefusedError for data that can't be shown
 */
export async function addDataMap({ lease, store, signal }: StepContext, held: HeldImport, seconds?: number): Promise<boolean> {
  const { treeId, replacesId, projectName: title, ownerId, answers } = held;
  if (treeId === null) throw new Error(`Import ${held.id} has no tree.`);
  const former = replacesId === null ? null : { projectId: replacesId };
  let files: DataMapFiles | null;
  try {
    files = await makeDataMap({ treeId, former, title, answers: answers ?? undefined, store, signal, seconds });
  } catch (error) {
    if (seconds !== undefined && error instanceof SlowDataError) return false;
    throw error;
  }
  if (!files) return true;
  const [page, map] = [Buffer.from(files.page), Buffer.from(files.map)];
  const bytes = page.length + map.length;
  const pack = new PackWriter(ownerId, { least: bytes, most: bytes }, signal);
  try {
    const files = [
      { name: PAGE_FILE, slice: await pack.add([page]) },
      { name: MAP_FILE, slice: await pack.add([map]) },
    ];
    await pack.finish();
    await inTransaction(async (tx) => {
      await lease.lock(tx);
      await putAtTop(tx, treeId, files);
    });
    return true;
  } catch (error) {
    await pack.discard(isDatabaseUnavailable(error));
    throw error;
  }
}

async function putAtTop(tx: Transaction, treeId: number, files: readonly TopFile[]): Promise<void> {
  const parentId = await lockTree(tx, treeId);
  const change = { treeId, files: 0, bytes: 0 };
  const existing = await findEntriesBy(
    tx,
    files.map(({ name }) => ({ root: { treeId }, path: [name] })),
  );
  for (const [index, { name, slice }] of files.entries()) {
    const entry = existing[index];
    change.bytes += slice?.size ?? 0;
    if (entry?.kind === "file") {
      await replaceSlice(tx, entry.id, slice);
      change.bytes -= entry.size;
    } else {
      await insertFiles(tx, treeId, [{ parentId, name, modifiedAt: new Date(), slice }]);
      change.files += 1;
    }
  }
  await recordEdit(tx, change);
}
