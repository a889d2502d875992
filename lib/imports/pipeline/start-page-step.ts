import { findEntries } from "../../trees/data";
import { findStartPage, hasIndex, listPages, setStartPage } from "../../trees/start-page/data";
import { isPage, opensWithPage } from "../../trees/start-page/rank";
import { addDataMap } from "./data-map-step";
import type { HeldImport, StepContext } from "./lease";

async function hasPage(treeId: number, path: string): Promise<boolean> {
  const [entry] = await findEntries([{ root: { treeId }, path: path.split("/") }]);
  return entry?.kind === "file" && isPage(path);
}

/** Returns the start page that the client has chosen, or that of the map that this one replaces, if the tree has it. */
async function findChosen(treeId: number, { startPage, replacesId }: HeldImport): Promise<string | null> {
  if (startPage !== null && (await hasPage(treeId, startPage))) return startPage;
  const former = replacesId === null ? null : await findStartPage({ projectId: replacesId });
  return former !== null && (await hasPage(treeId, former)) ? former : null;
}

/**
 * Makes the map of a tree open with a page: its index, its start page, or a map of its data. Repeatable.
 * @returns false when the data takes longer than `seconds` @throws DataRefusedError for data that can't be shown
 */
export async function addStartPage(context: StepContext, held: HeldImport, seconds?: number): Promise<boolean> {
  const { treeId } = held;
  if (treeId === null) throw new Error(`Import ${held.id} has no tree.`);
  if (await hasIndex({ treeId })) return await addDataMap(context, held, seconds);
  const chosen = await findChosen(treeId, held);
  const pages = chosen === null ? await listPages(treeId) : [];
  // A document about the data, such as readme.html, is not its map.
  if (chosen === null && !opensWithPage(pages)) {
    if (!(await addDataMap(context, held, seconds))) return false;
    if (await hasIndex({ treeId })) return true;
  }
  await setStartPage(treeId, chosen ?? pages[0] ?? null);
  return true;
}
