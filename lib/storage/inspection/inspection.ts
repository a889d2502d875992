import { blobStore } from "../../blobs/open";
import { blobKeySchema } from "../../blobs/store";
import { pool, type Queryable } from "../../db";
import { IS_UNUSED } from "../garbage/unused-blobs";
import { LEFTOVER_GRACE_MS } from "../jobs";
import type { Findings, StorageInspection } from "../schema";
import { listIntoTable } from "./object-table";

const EXAMPLES = 20;
const PAGE_ROWS = 1_000;

/** Today's, and nothing refers to it yet: its bytes may still be on their way. Nobody misses those of an older one, which a sweep is about to delete. */
const IS_BEING_WRITTEN = `(blob."createdAt" > now() - interval '1 day' AND ${IS_UNUSED})`;

/** Something that looks wrong. */
interface Suspect {
  /** By which pages follow one another. */
  id: string;
  text: string;
  /** Blob that it is about. */
  key: string | null;
}

interface Question {
  /** Selects `id`, `text` and `key`. */
  text: string;
  values?: unknown[];
  /** Looks again, at the moment itself: what was listed a while ago may have changed since. @returns true when it is wrong all the same */
  isStillWrong?(suspect: Suspect): Promise<boolean>;
}

/** Asks page by page, and keeps no more than the examples. */
async function ask(client: Queryable, findings: Findings, { text, values = [], isStillWrong }: Question): Promise<void> {
  let last = "";
  while (true) {
    const { rows } = await client.query<Suspect>({
      text: `SELECT * FROM (${text}) suspect WHERE id > $1 ORDER BY id LIMIT ${PAGE_ROWS}`,
      values: [last, ...values],
    });
    for (const suspect of rows) {
      if (isStillWrong && !(await isStillWrong(suspect))) continue;
      findings.count += 1;
      if (findings.examples.length < EXAMPLES) findings.examples.push(suspect.text);
    }
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)?.id ?? "";
  }
}

const none = (): Findings => ({ count: 0, examples: [] });

/** @returns bytes of a blob as its row has them; null when there is none */
async function readRowSize(key: string): Promise<number | null> {
  const { rows } = await pool().query<{ size: number }>({ text: `SELECT size FROM "Blob" WHERE key = $1`, values: [key] });
  return rows[0]?.size ?? null;
}

function readStoredSize(key: string | null): Promise<number | null> {
  return blobStore().size(blobKeySchema.parse(key));
}

async function findMissing(client: Queryable): Promise<Findings> {
  const findings = none();
  await ask(client, findings, {
    text: `SELECT key AS id, key, 'blob ' || key || ' has a row, and no bytes' AS text FROM "Blob" blob
            WHERE NOT EXISTS (SELECT FROM kept WHERE kept.key = blob.key AND kept.kind = 'blob') AND NOT (${IS_UNUSED})`,
    isStillWrong: async ({ key }) => (await readStoredSize(key)) === null && (await readRowSize(key ?? "")) !== null,
  });
  await ask(client, findings, {
    text: `SELECT key AS id, key, 'blob ' || key || ' has no row, and is referred to by ' || string_agg(who, ', ' ORDER BY who) AS text FROM (
             SELECT "blobKey" AS key, count(*) || ' files' AS who FROM "Entry" WHERE "blobKey" IS NOT NULL GROUP BY "blobKey"
             UNION ALL SELECT id, 'an upload' FROM "Upload" WHERE state = 'complete'
             UNION ALL SELECT "imageBlobKey", 'the picture of ' || name FROM "Project" WHERE "imageBlobKey" IS NOT NULL
             UNION ALL SELECT "blobKey", 'an import' FROM "ImportBlob"
             UNION ALL SELECT "blobKey", 'an import' FROM "Import" WHERE "blobKey" IS NOT NULL AND status NOT IN ('complete', 'failed')
           ) reference WHERE NOT EXISTS (SELECT FROM "Blob" blob WHERE blob.key = reference.key) GROUP BY key`,
  });
  return findings;
}

/** Things that no row explains; what a sweep is about to delete has one that was released. $2: what has not changed since then is no longer being written. */
const orphans = (table: string) => `
  SELECT name AS id, key, CASE kind WHEN 'foreign' THEN 'not ours: ' WHEN 'blob' THEN 'bytes without a row: ' ELSE 'left over: ' END || name AS text
    FROM ${table} kept
   WHERE CASE kind
           WHEN 'blob' THEN NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key) AND NOT EXISTS (SELECT FROM "Upload" WHERE id = kept.key)
           WHEN 'partial' THEN NOT EXISTS (SELECT FROM "Upload" WHERE id = kept.key AND state = 'receiving')
                               AND NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key AND "releasedAt" IS NOT NULL) AND ("changedAt" < $2 OR NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key))
           WHEN 'owner' THEN false
           WHEN 'sidecar' THEN CASE WHEN key IS NULL THEN "changedAt" < $2 ELSE NOT EXISTS (SELECT FROM "Upload" WHERE id = kept.key)
                                   AND NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key AND "releasedAt" IS NOT NULL) END
           ELSE true END`;

async function findOrphans(client: Queryable, signal: AbortSignal): Promise<Findings> {
  const old = new Date((await blobStore().now()).getTime() - LEFTOVER_GRACE_MS);
  const first = none();
  await ask(client, first, { text: orphans("kept"), values: [old] });
  if (first.count === 0) return first;
  // Bytes and rows were looked at one after the other: what came or went between is no orphan, and another time it does not look like one.
  await listIntoTable(client, blobStore(), "kept_later", signal);
  const findings = none();
  const text = `${orphans("kept_later")} AND name IN (SELECT name FROM kept)`;
  await ask(client, findings, { text, values: [old] });
  return findings;
}

async function findMismatched(client: Queryable): Promise<Findings> {
  const findings = none();
  await ask(client, findings, {
    text: `SELECT blob.key AS id, blob.key, 'blob ' || blob.key || ' has ' || kept.size || ' bytes instead of ' || blob.size AS text
             FROM "Blob" blob JOIN kept ON kept.key = blob.key AND kept.kind = 'blob' WHERE kept.size <> blob.size AND NOT (${IS_UNUSED})`,
    isStillWrong: async ({ key }) => {
      const [row, stored] = [await readRowSize(key ?? ""), await readStoredSize(key)];
      return row !== null && stored !== null && row !== stored;
    },
  });
  await ask(client, findings, {
    text: `SELECT id, id AS key, 'upload ' || id || ' has ' || length || ' bytes, and its blob ' || blob.size AS text
             FROM "Upload" JOIN "Blob" blob ON blob.key = id WHERE state = 'complete' AND length <> blob.size`,
  });
  await ask(client, findings, {
    text: `SELECT lpad(entry.id::text, 20, '0') AS id, "blobKey" AS key,
                  'file ' || entry.id || ' of tree ' || "treeId" || ' ends at byte ' || "offset" + head + "storedSize" || ' of blob ' || "blobKey" || ', which has ' || blob.size AS text
             FROM "Entry" entry CROSS JOIN LATERAL (SELECT CASE WHEN "hasLocalHeader" THEN 30 ELSE 0 END AS head) header
             JOIN "Blob" blob ON blob.key = entry."blobKey" WHERE "offset" + head + "storedSize" > blob.size`,
  });
  await ask(client, findings, {
    text: `SELECT lpad(tree.id::text, 20, '0') AS id, NULL AS key,
                  'tree ' || tree.id || ' says ' || "fileCount" || ' files of ' || "byteCount" || ' bytes, and has ' || files || ' of ' || bytes AS text
             FROM "Tree" tree CROSS JOIN LATERAL (
                    SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM "Entry" WHERE "treeId" = tree.id AND kind = 'file') held
            WHERE (files <> "fileCount" OR bytes <> "byteCount")
              AND NOT EXISTS (SELECT FROM "Import" WHERE "treeId" = tree.id AND status IN ('queued', 'indexing'))`,
  });
  return findings;
}

async function readCounts(client: Queryable): Promise<Pick<StorageInspection, "underWay" | "compared">> {
  const { rows } = await client.query<StorageInspection["underWay"] & StorageInspection["compared"]>({
    text: `SELECT (SELECT count(*) FROM "Upload" WHERE state = 'receiving') AS uploads,
                  (SELECT count(*) FROM "Import" WHERE status NOT IN ('complete', 'failed')) AS imports,
                  (SELECT count(*) FROM "Blob" blob WHERE "releasedAt" IS NULL AND ${IS_BEING_WRITTEN}) AS writes,
                  (SELECT count(*) FROM "Blob" blob WHERE ("releasedAt" IS NOT NULL OR NOT ${IS_BEING_WRITTEN}) AND ${IS_UNUSED}) AS unneeded,
                  (SELECT count(*) FROM "Blob") AS blobs, (SELECT coalesce(sum(size), 0)::bigint FROM "Blob") AS "blobBytes",
                  (SELECT count(*) FROM kept) AS objects, (SELECT count(*) FROM "Tree") AS trees,
                  (SELECT count(*) FROM "Entry" WHERE kind = 'file') AS files`,
  });
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  const { uploads, imports, writes, unneeded, ...compared } = row;
  return { underWay: { uploads, imports, writes, unneeded }, compared };
}

/**
 * Compares database and object store, while the product runs or not, and changes nothing. It takes memory for a page of rows,
 * however many there are.
 */
export async function inspectStorage(signal: AbortSignal): Promise<StorageInspection> {
  const client = await pool().connect();
  try {
    await listIntoTable(client, blobStore(), "kept", signal);
    const missing = await findMissing(client);
    const orphaned = await findOrphans(client, signal);
    const mismatched = await findMismatched(client);
    return { missing, orphaned, mismatched, ...(await readCounts(client)) };
  } finally {
    // The temporary tables go with the connection.
    client.release(true);
  }
}
