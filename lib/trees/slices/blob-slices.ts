import type { Slice } from "../../blobs/slice";
import { type BlobKey, blobKeySchema } from "../../blobs/store";
import { db } from "../../db/client";
import { type Database, execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";

export const isSliced = (blobKey: string) => `EXISTS (SELECT FROM "Entry" WHERE "blobKey" = ${blobKey})`;

/** Builds a query for the used bytes (`alive`) by `blobKey`. @param aroundEntry bytes of an archive entry in addition to its data */
export const aliveBytes = (aroundEntry: number) => `
  SELECT "blobKey", sum(taken) AS alive
    FROM (SELECT "blobKey", max("storedSize" + CASE WHEN "hasLocalHeader" THEN ${aroundEntry} ELSE 0 END) AS taken
            FROM "Entry" WHERE "blobKey" IS NOT NULL GROUP BY "blobKey", "offset") slice
   GROUP BY "blobKey"`;

/** Returns distinct slices of a blob after one of them, in the order of its bytes. */
export async function listSlices(blobKey: BlobKey, after: Slice | null, limit: number): Promise<Slice[]> {
  const rows = await queryRows<Omit<Slice, "blobKey">>(db(), {
    text: `SELECT * FROM (
             SELECT DISTINCT "offset", "hasLocalHeader", "storedSize", size, method::text AS method, crc32 FROM "Entry" WHERE "blobKey" = $1 AND "offset" >= $2
           ) slice
           WHERE $3 OR ("offset", "hasLocalHeader", "storedSize", size, method, coalesce(crc32, -1)) > ($2, $4::bool, $5, $6, $7, $8)
           ORDER BY "offset", "hasLocalHeader", "storedSize", size, method, coalesce(crc32, -1) LIMIT $9`,
    values: [
      blobKey,
      after?.offset ?? 0,
      after === null,
      after?.hasLocalHeader ?? false,
      after?.storedSize ?? 0,
      after?.size ?? 0,
      after?.method ?? "",
      after?.crc32 ?? -1,
      limit,
    ],
  });
  return rows.map((row) => ({ ...row, blobKey }));
}

/** Returns ids of the trees with files in a range of a blob, in order */
export async function findTreesOf(client: Database, blobKey: BlobKey, firstOffset: number, lastOffset: number): Promise<number[]> {
  const rows = await queryRows<{ treeId: number }>(client, {
    text: `SELECT DISTINCT "treeId" FROM "Entry" WHERE "blobKey" = $1 AND "offset" BETWEEN $2 AND $3 ORDER BY "treeId"`,
    values: [blobKey, firstOffset, lastOffset],
  });
  return rows.map(({ treeId }) => treeId);
}

export async function lockTrees(tx: Transaction, treeIds: readonly number[]): Promise<void> {
  await execute(tx, { text: `SELECT FROM "Tree" WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, values: [treeIds] });
}

export interface MovedSlice {
  slice: Slice;
  target: number;
}

/** Points files at copies of their slices, in all trees. @returns number of files */
export async function repointSlices(tx: Transaction, from: BlobKey, to: BlobKey, moved: readonly MovedSlice[]): Promise<number> {
  const slices = moved.map(({ slice }) => slice);
  return await execute(tx, {
    text: `UPDATE "Entry" entry SET "blobKey" = $2, "offset" = moved.target, "hasLocalHeader" = false
             FROM unnest($3::bigint[], $4::bool[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[])
                    AS moved (place, header, stored, size, method, crc, target)
            WHERE entry."blobKey" = $1 AND entry."offset" = moved.place AND entry."hasLocalHeader" = moved.header
              AND entry."storedSize" = moved.stored AND entry.size = moved.size AND entry.method = moved.method::"StorageMethod"
              AND entry.crc32 IS NOT DISTINCT FROM moved.crc`,
    values: [
      from,
      to,
      slices.map(({ offset }) => offset),
      slices.map(({ hasLocalHeader }) => hasLocalHeader),
      slices.map(({ storedSize }) => storedSize),
      slices.map(({ size }) => size),
      slices.map(({ method }) => method),
      slices.map(({ crc32 }) => crc32),
      moved.map(({ target }) => target),
    ],
  });
}

/** Returns keys of the blobs that files of a tree are in, other than one */
export async function findOtherBlobs(client: Database, treeId: number | null, blobKey: BlobKey): Promise<BlobKey[]> {
  const rows = await queryRows<{ blobKey: string }>(client, {
    text: `SELECT DISTINCT "blobKey" FROM "Entry" WHERE "treeId" = $1 AND "blobKey" <> $2`,
    values: [treeId, blobKey],
  });
  return rows.map((row) => blobKeySchema.parse(row.blobKey));
}

export interface ZipFilePlace {
  treeId: number;
  from: { blobKey: BlobKey; offset: number };
}

/** Returns false when the file is gone or its bytes have moved. */
export async function hasZipFile(client: Database, { treeId, from }: ZipFilePlace): Promise<boolean> {
  return (await client.entry.findFirst({ where: { ...from, hasLocalHeader: true, treeId }, select: { id: true } })) !== null;
}

/** Points a file at its own blob. @returns false when the file is gone or has changed */
export async function moveToOwnBlob(client: Database, { treeId, from, blobKey }: ZipFilePlace & { blobKey: BlobKey }): Promise<boolean> {
  const count = await execute(client, {
    text: `UPDATE "Entry" SET "blobKey" = $4, "offset" = 0, "hasLocalHeader" = false, "storedSize" = size, method = 'stored'
            WHERE "blobKey" = $2 AND "offset" = $3 AND "hasLocalHeader" AND "treeId" = $1`,
    values: [treeId, from.blobKey, from.offset, blobKey],
  });
  return count > 0;
}
