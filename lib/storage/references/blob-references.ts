import { db } from "../../db/client";
import { type Database, execute, queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";

/** Bytes may be deleted only when no row refers to their blob, also in domains above (docs/decisions/0050). */

const IS_RUNNING = "status NOT IN ('complete', 'failed')";

/**
 * Condition that no row refers to a blob `blob`.
 *
 * It stays true once it is. A new reference either comes with a row that exists before the blob is a day old (an upload, a running
 * import, the blob's own row), or is copied from an entry. Copying locks the entry's tree `FOR KEY SHARE` and reads the entry under
 * that lock; removing or repointing entries locks the tree `FOR UPDATE`. So a reference that is gone here can't be copied any more.
 * Readers take no lock: a reader whose blob is gone looks the entry up again.
 */
export const IS_UNUSED = `
  NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Upload" WHERE id = blob.key)
  AND NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Import" WHERE "blobKey" = blob.key AND ${IS_RUNNING})
  AND NOT EXISTS (SELECT FROM "Project" WHERE "imageBlobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Tree" WHERE "imageBlobKey" = blob.key)`;

/** Condition that no running import reads or is about to refer to a blob `blob`. */
export const IS_AT_REST = `
  NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = blob.key)
  AND NOT EXISTS (SELECT FROM "Import" WHERE (blob.key = "blobKey" OR blob.key = "pendingBlobKey") AND ${IS_RUNNING})`;

/** Every reference to a blob: its `key`, and the kind of row in `who`. */
export const REFERENCES = `
  SELECT "blobKey" AS key, count(*) || ' files' AS who FROM "Entry" WHERE "blobKey" IS NOT NULL GROUP BY "blobKey"
  UNION ALL SELECT id, 'an upload' FROM "Upload" WHERE state = 'complete'
  UNION ALL SELECT "imageBlobKey", 'the picture of ' || name FROM "Project" WHERE "imageBlobKey" IS NOT NULL
  UNION ALL SELECT "imageBlobKey", 'the picture of map version ' || id FROM "Tree" WHERE "imageBlobKey" IS NOT NULL
  UNION ALL SELECT "blobKey", 'an import' FROM "ImportBlob"
  UNION ALL SELECT "blobKey", 'an import' FROM "Import" WHERE "blobKey" IS NOT NULL AND ${IS_RUNNING}`;

/** Builds the condition that an upload of an id (an SQL expression) exists. */
export const isUpload = (id: string) => `EXISTS (SELECT FROM "Upload" WHERE id = ${id})`;

/** Builds the condition that an upload of an id, an SQL expression, still lacks bytes. */
export const isReceiving = (id: string) => `EXISTS (SELECT FROM "Upload" WHERE id = ${id} AND state = 'receiving')`;

/** FROM clause of finished uploads (`upload`) whose blob (`blob`) has another size. */
export const MISMATCHED_UPLOADS = `"Upload" upload JOIN "Blob" blob ON blob.key = upload.id WHERE upload.state = 'complete' AND upload.length <> blob.size`;

export const IS_FILLED = `NOT EXISTS (SELECT FROM "Import" WHERE "treeId" = tree.id AND status IN ('queued', 'indexing'))`;

export const UPLOADS_UNDER_WAY = `(SELECT count(*) FROM "Upload" WHERE state = 'receiving')`;
export const IMPORTS_UNDER_WAY = `(SELECT count(*) FROM "Import" WHERE ${IS_RUNNING})`;

/** Expression for the number of files of current maps and the shared assets. */
export const SHOWN_FILES = `(SELECT coalesce(sum("fileCount"), 0)::bigint FROM "Tree"
    WHERE kind = 'assets' OR id IN (SELECT "currentTreeId" FROM ${visibleProjects} project))`;

/** Expression for the bytes that all unfinished uploads together have declared. */
export const DECLARED_BYTES = `(SELECT coalesce(sum(length), 0)::bigint FROM "Upload" WHERE state = 'receiving')`;

/** Locks an upload against deletion, and its blob, so that a starting import waits. Order of locks: upload, blob, tree. */
export async function lockUpload(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw`SELECT FROM "Upload" WHERE id = ${id} FOR UPDATE`;
  await tx.$executeRaw`SELECT FROM "Blob" WHERE key = ${id} FOR UPDATE`;
}

/** Locks blobs against deletion. @returns false when one is missing, or was released by the deletion of its upload */
export async function shareBlobs(tx: Transaction, keys: readonly string[]): Promise<boolean> {
  const locked = await tx.$executeRaw`SELECT FROM "Blob" WHERE key = ANY (${keys}::text[]) ORDER BY key FOR KEY SHARE`;
  // A second statement sees what was committed while the first waited for locks.
  const released = await tx.$executeRaw`
    SELECT FROM "Blob" blob WHERE key = ANY (${keys}::text[]) AND "releasedAt" IS NOT NULL
       AND NOT EXISTS (SELECT FROM "Upload" WHERE id = blob.key)`;
  return locked === keys.length && released === 0;
}

/** Deletes finished uploads that neither a file nor a running import uses. */
export async function deleteReleasedUploads(tx: Transaction, keys: readonly string[]): Promise<void> {
  await execute(tx, {
    text: `DELETE FROM "Upload" WHERE id = ANY ($1) AND state = 'complete'
              AND NOT EXISTS (SELECT FROM "Entry" WHERE "blobKey" = "Upload".id)
              AND NOT EXISTS (SELECT FROM "ImportBlob" WHERE "blobKey" = "Upload".id)
              AND NOT EXISTS (SELECT FROM "Import" WHERE "blobKey" = "Upload".id AND ${IS_RUNNING})`,
    values: [keys],
  });
}

/** Returns those of some keys that are of blobs, of uploads, and of uploads that still lack bytes. */
export async function findKnown(keys: readonly string[]) {
  const [blobs, uploads] = await Promise.all([
    db().blob.findMany({ where: { key: { in: [...keys] } }, select: { key: true } }),
    db().upload.findMany({ where: { id: { in: [...keys] } }, select: { id: true, state: true } }),
  ]);
  return {
    blobs: new Set(blobs.map(({ key }) => key)),
    uploads: new Set(uploads.map(({ id }) => id)),
    receiving: new Set(uploads.filter(({ state }) => state === "receiving").map(({ id }) => id)),
  };
}

/** Returns ids of the uploads that still lack bytes */
export async function listReceiving(client: Database = db()): Promise<string[]> {
  return (await client.upload.findMany({ where: { state: "receiving" }, select: { id: true } })).map(({ id }) => id);
}

/** Returns the bytes that unfinished uploads have received, according to their rows. */
export async function sumReceived(client: Database = db()): Promise<number> {
  const [sum] = await queryRows<{ bytes: number }>(client, {
    text: `SELECT coalesce(sum((storage->>'received')::bigint), 0)::bigint AS bytes FROM "Upload" WHERE state = 'receiving'`,
  });
  return sum?.bytes ?? 0;
}

/** The bytes of a project, or of one of these. Files are those that it shows. */
interface StorageShare {
  _id: string | "assets" | "trash" | "uploads" | "other";
  name: string | null;
  bytes: number;
  files: number;
}

/**
 * Each blob counts once. Of several owners the first has it: a project (also for former versions), the assets, the trash, an upload.
 * `~` sorts the last two after the ids of projects.
 */
const SHARES = `
  WITH place AS (
    SELECT tree.id, tree."imageBlobKey",
           CASE WHEN tree.kind = 'assets' THEN 'assets' WHEN tree.kind = 'trash' OR p."trashedAt" IS NOT NULL THEN '~trash' ELSE p.id::text END AS owner,
           CASE WHEN tree.kind <> 'project' OR tree.id = p."currentTreeId" THEN tree."fileCount" ELSE 0 END AS files
      FROM "Tree" tree LEFT JOIN "Project" p ON p.id = tree."projectId"
     WHERE tree."projectId" IS NOT NULL OR tree."retiredAt" IS NULL
  ), claim AS (
    SELECT "imageBlobKey" AS key, owner FROM place
     UNION ALL SELECT used.key, place.owner FROM (SELECT DISTINCT "blobKey" AS key, "treeId" FROM "Entry") used JOIN place ON place.id = used."treeId"
     UNION ALL SELECT "imageBlobKey", CASE WHEN "trashedAt" IS NULL THEN id::text ELSE '~trash' END FROM "Project"
     UNION ALL SELECT id, '~uploads' FROM "Upload"
  ), held AS (
    SELECT owner, sum(blob.size + blob.reserved)::bigint AS bytes
      FROM (SELECT key, min(owner COLLATE "C") AS owner FROM claim WHERE owner IS NOT NULL GROUP BY key) owned JOIN "Blob" blob USING (key)
     GROUP BY owner)
  SELECT replace(owner, '~', '') AS "_id", p.name, coalesce(bytes, 0)::bigint AS bytes, coalesce(files, 0)::bigint AS files
    FROM held FULL JOIN (SELECT owner, sum(files) AS files FROM place WHERE owner IS NOT NULL GROUP BY owner) shown USING (owner)
    LEFT JOIN ${visibleProjects} p ON p.id::text = owner`;

/** Divides the used bytes by project, largest first. What belongs to none is the rest, so the shares add up to `used`. */
export async function readShares(used: number, received: number): Promise<StorageShare[]> {
  const rows = await queryRows<StorageShare>(db(), { text: SHARES });
  const uploads = rows.find(({ _id }) => _id === "uploads") ?? { _id: "uploads", name: null, bytes: 0, files: 0 };
  const shares = [...rows.filter((row) => row !== uploads), { ...uploads, bytes: uploads.bytes + received }];
  const rest = used - shares.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...shares, { _id: "other", name: null, bytes: Math.max(0, rest), files: 0 }]
    .filter(({ bytes, files }) => bytes > 0 || files > 0)
    .sort((a, b) => b.bytes - a.bytes || b.files - a.files);
}
