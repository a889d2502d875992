import { ZipManifest, type ZipMember } from "../archives/zip-manifest";
import type { BlobKey } from "../blobs/store";
import { type Queryable, withTransaction } from "../db";
import { notFound } from "../errors";
import { type Entry, findEntriesBy } from "../trees/data";
import type { EntryPath } from "../trees/schema";
import { Turns } from "../turns";
import { type FileScope, rootOf } from "./data";

/** Files and folders as one archive. */
export interface FileArchive {
  /** Without `.zip`. */
  name: string;
  manifest: ZipManifest;
}

interface Row {
  id: number;
  parentId: number;
  isFolder: boolean;
  name: string;
  modified: number;
  blobKey: BlobKey | null;
  offset: number;
  hasLocalHeader: boolean;
  storedSize: number;
  size: number;
  method: "stored" | "deflated";
  crc32: number | null;
}

/** Rows of one round trip. */
const PAGE_ROWS = 10_000;

/** Each list holds a connection until it is read, though for no client. */
const turns = new Turns(2);

const isBelow = (path: EntryPath, above: EntryPath) => path.length > above.length && above.every((name, index) => path[index] === name);

/** Without those that are there twice, or lie in a folder that is there as well. */
function withoutInner(paths: readonly EntryPath[]): EntryPath[] {
  const chosen = new Map(paths.map((path) => [path.join("/"), path]));
  const hasOuter = (path: EntryPath) => path.some((_, length) => chosen.has(path.slice(0, length).join("/")));
  return [...chosen.values()].filter((path) => !hasOuter(path));
}

/** The deepest folder that all of them lie in. */
function commonFolder(paths: readonly EntryPath[]): EntryPath {
  const [first = []] = paths;
  let common = first.slice(0, -1);
  while (!paths.every((path) => isBelow(path, common))) common = common.slice(0, -1);
  return common;
}

/**
 * What stands at and below some entries, parents first. A cursor sees one state of the tree, however long it is read, and keeps
 * no more than a page in memory.
 */
async function* readBelow(transaction: Queryable, treeId: number, ids: readonly number[]): AsyncGenerator<Row[], void, undefined> {
  // A plan made while the table was small would read it whole for every folder.
  await transaction.query({ text: "SET LOCAL enable_seqscan = off" });
  await transaction.query({
    text: `DECLARE below NO SCROLL CURSOR FOR
           WITH RECURSIVE below AS (
             SELECT * FROM "Entry" WHERE id = ANY ($2) AND "treeId" = $1
              UNION ALL
             SELECT child.* FROM below
              CROSS JOIN LATERAL (SELECT * FROM "Entry" entry WHERE entry."treeId" = $1 AND entry."parentId" = below.id OFFSET 0) child
              WHERE below.kind = 'folder'
           )
           SELECT id, "parentId", kind = 'folder' AS "isFolder", name, extract(epoch FROM "modifiedAt")::float8 AS modified,
                  "blobKey", "offset", "hasLocalHeader", "storedSize", size, method, crc32 FROM below`,
    values: [treeId, ids],
  });
  let count = 0;
  do {
    const { rows } = await transaction.query<Row>({ text: `FETCH ${PAGE_ROWS} FROM below` });
    count = rows.length;
    yield rows;
  } while (count === PAGE_ROWS);
}

function toMember({ isFolder, modified, blobKey, ...row }: Row, path: string): ZipMember {
  const { offset, hasLocalHeader, storedSize, size, method, crc32 } = row;
  const slice = isFolder || blobKey === null ? null : { blobKey, offset, hasLocalHeader, storedSize, size, method, crc32 };
  return { path, isFolder, modified: Math.floor(modified), slice };
}

/** @param tops path in the archive of each entry that was chosen, by its id; "" for the top of the map, which is no entry of it */
async function listMembers(transaction: Queryable, treeId: number, tops: ReadonlyMap<number, string>): Promise<ZipManifest> {
  const manifest = new ZipManifest();
  const folders = new Map<number, string>();
  for await (const rows of readBelow(transaction, treeId, [...tops.keys()])) {
    for (const row of rows) {
      const path = tops.get(row.id) ?? `${folders.get(row.parentId) ?? ""}${row.name}`;
      if (row.isFolder) folders.set(row.id, path === "" ? "" : `${path}/`);
      if (path !== "") manifest.add(toMember(row, path));
    }
  }
  return manifest.seal();
}

function requireAll(entries: readonly (Entry | null)[], paths: readonly EntryPath[]): Entry[] {
  return entries.map((entry, index) => {
    if (!entry) throw notFound(`“${paths[index]?.at(-1) ?? ""}” no longer exists.`);
    return entry;
  });
}

/**
 * Lists what a ZIP of files and folders will hold: one state of the tree, whatever happens to it while the ZIP is sent. Paths in
 * it begin below the folder that all that is chosen lies in.
 * @param paths at least one; an empty one is the top of the map
 * @throws AppError 404 when one of them is missing
 */
export function listArchive(scope: FileScope, paths: readonly EntryPath[]): Promise<FileArchive> {
  const chosen = withoutInner(paths);
  const isWhole = chosen.some((path) => path.length === 0);
  const base = isWhole ? [] : commonFolder(chosen);
  const only = chosen.length === 1 ? chosen[0]?.at(-1) : base.at(-1);
  return turns.take(() =>
    withTransaction(async (transaction) => {
      await transaction.query({ text: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY" });
      const found = await findEntriesBy(
        transaction,
        chosen.map((path) => ({ root: rootOf(scope), path })),
      );
      const entries = requireAll(found, chosen);
      const tops = new Map(entries.map(({ id }, index) => [id, (chosen[index] ?? []).slice(base.length).join("/")]));
      const manifest = await listMembers(transaction, entries[0]?.treeId ?? 0, tops);
      return { name: only ?? scope.safeName, manifest };
    }),
  );
}
