import pLimit from "p-limit";
import { ZipManifest, type ZipMember } from "../../archives/write/zip-manifest";
import { execute } from "../../db/query";
import { inTransaction, type Transaction } from "../../db/transaction";
import type { EntryPath } from "../../trees/schema";
import { type EntryBelow, readBelow } from "../../trees/subtrees/read-below";
import { type FileScope, rootOf } from "../data";
import { requireItems, withoutInner } from "../edit/path-rules";

export interface FileArchive {
  name: string;
  manifest: ZipManifest;
}

/** Each listing holds a database connection until it is read. */
const limitListings = pLimit(2);

function commonFolder([first = [], ...others]: readonly EntryPath[]): EntryPath {
  const folder = first.slice(0, -1);
  const depths = others.map((path) => folder.findIndex((name, index) => path[index] !== name));
  return folder.slice(0, Math.min(folder.length, ...depths.filter((depth) => depth >= 0)));
}

function toMember({ isFolder, modified, blobKey, ...row }: EntryBelow, path: string): ZipMember {
  const { offset, hasLocalHeader, storedSize, size, method, crc32 } = row;
  const slice = isFolder || blobKey === null ? null : { blobKey, offset, hasLocalHeader, storedSize, size, method, crc32 };
  return { path, isFolder, modified: Math.floor(modified), slice };
}

/** Lists the contents of the chosen entries. @param tops path in the archive by entry id; "" for the top of the map, which is no entry of the archive */
async function listMembers(tx: Transaction, treeId: number, tops: ReadonlyMap<number, string>): Promise<ZipManifest> {
  const manifest = new ZipManifest();
  const folders = new Map<number, string>();
  for await (const rows of readBelow(tx, treeId, [...tops.keys()])) {
    for (const row of rows) {
      const path = tops.get(row.id) ?? `${folders.get(row.parentId) ?? ""}${row.name}`;
      if (row.isFolder) folders.set(row.id, path === "" ? "" : `${path}/`);
      if (path !== "") manifest.add(toMember(row, path));
    }
  }
  return manifest.seal();
}

/** Lists the contents of a ZIP from one snapshot, with paths below the deepest common folder. @throws AppError 404 when one is missing */
export function listArchive(scope: FileScope, paths: readonly EntryPath[]): Promise<FileArchive> {
  const chosen = withoutInner(paths);
  const isWhole = chosen.some((path) => path.length === 0);
  const base = isWhole ? [] : commonFolder(chosen);
  const only = chosen.length === 1 ? chosen[0]?.at(-1) : base.at(-1);
  return limitListings(() =>
    inTransaction(async (tx) => {
      await execute(tx, { text: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY" });
      const items = await requireItems(tx, rootOf(scope), chosen);
      const tops = new Map(items.map(({ path, entry }) => [entry.id, path.slice(base.length).join("/")]));
      const manifest = await listMembers(tx, items[0]?.entry.treeId ?? 0, tops);
      return { name: only ?? scope.safeName, manifest };
    }),
  );
}
