import type { Slice } from "../../blobs/slice";
import type { BlobKey } from "../../blobs/store";
import { execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";

export interface EntryBelow extends Omit<Slice, "blobKey"> {
  id: number;
  parentId: number;
  isFolder: boolean;
  name: string;
  modified: number;
  blobKey: BlobKey | null;
}

const PAGE_ROWS = 10_000;

/** Reads entries and everything below, parents first, from one snapshot, in pages. */
export async function* readBelow(tx: Transaction, treeId: number, ids: readonly number[]): AsyncGenerator<EntryBelow[], void, undefined> {
  // A plan made while the table was small would scan it for every folder.
  await execute(tx, { text: "SET LOCAL enable_seqscan = off" });
  await execute(tx, {
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
    const rows = await queryRows<EntryBelow>(tx, { text: `FETCH ${PAGE_ROWS} FROM below` });
    count = rows.length;
    yield rows;
  } while (count === PAGE_ROWS);
}
