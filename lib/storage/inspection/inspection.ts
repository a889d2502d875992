import type pg from "pg";
import { blobStore } from "../../blobs/open";
import { type BlobStore, blobKeySchema, type StoredObject } from "../../blobs/store";
import { db, pool } from "../../db/client";
import { ALL_ENTRIES, FILE_COUNT, TREE_COUNT, TREES_MEASURED } from "../../trees/data";
import { LEFTOVER_GRACE_MS } from "../jobs";
import {
  IMPORTS_UNDER_WAY,
  IS_FILLED,
  IS_UNUSED,
  isReceiving,
  isUpload,
  MISMATCHED_UPLOADS,
  REFERENCES,
  UPLOADS_UNDER_WAY,
} from "../references/blob-references";
import type { Findings, StorageInspection } from "../schema";

const ROWS_AT_ONCE = 5_000;

/** Lists the object store into a temporary table, so that PostgreSQL compares it with the rows. @param table a trusted name */
async function listIntoTable(client: pg.ClientBase, store: BlobStore, table: string, signal: AbortSignal): Promise<void> {
  await client.query({ text: `CREATE TEMPORARY TABLE ${table} (name text, kind text, key text, size bigint, "changedAt" timestamptz)` });
  let batch: StoredObject[] = [];
  const write = async () => {
    await client.query({
      text: `INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])`,
      values: [
        batch.map(({ name }) => name),
        batch.map(({ kind }) => kind),
        batch.map(({ key }) => key),
        batch.map(({ size }) => size),
        batch.map(({ changedAt }) => changedAt.toISOString()),
      ],
    });
    batch = [];
  };
  for await (const object of store.list(signal)) {
    batch.push(object);
    if (batch.length >= ROWS_AT_ONCE) await write();
  }
  await write();
  await client.query({ text: `CREATE INDEX ON ${table} (key)` });
  await client.query({ text: `ANALYZE ${table}` });
}

const EXAMPLES = 20;
const PAGE_ROWS = 1_000;

/** Blobs of today without references may still be written. A sweep deletes older ones. */
const IS_BEING_WRITTEN = `(blob."createdAt" > now() - interval '1 day' AND ${IS_UNUSED})`;

interface Suspect {
  id: string;
  text: string;
  key: string | null;
}

interface Question {
  text: string;
  values?: unknown[];
  /** Checks again now, because the listing may be outdated. @returns true when it is still wrong */
  isStillWrong?(suspect: Suspect): Promise<boolean>;
}

async function ask(client: pg.ClientBase, findings: Findings, { text, values = [], isStillWrong }: Question): Promise<void> {
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

async function find(client: pg.ClientBase, questions: readonly Question[]): Promise<Findings> {
  const findings: Findings = { count: 0, examples: [] };
  for (const question of questions) await ask(client, findings, question);
  return findings;
}

async function readRowSize(key: string): Promise<number | null> {
  const row = await db().blob.findUnique({ where: { key }, select: { size: true } });
  return row && Number(row.size);
}

function readStoredSize(key: string | null): Promise<number | null> {
  return blobStore().size(blobKeySchema.parse(key));
}

const missingBytes: readonly Question[] = [
  {
    text: `SELECT key AS id, key, 'blob ' || key || ' has a row, and no bytes' AS text FROM "Blob" blob
            WHERE NOT EXISTS (SELECT FROM kept WHERE kept.key = blob.key AND kept.kind = 'blob') AND NOT (${IS_UNUSED})`,
    isStillWrong: async ({ key }) => (await readStoredSize(key)) === null && (await readRowSize(key ?? "")) !== null,
  },
  {
    text: `SELECT key AS id, key, 'blob ' || key || ' has no row, and is referred to by ' || string_agg(who, ', ' ORDER BY who) AS text
             FROM (${REFERENCES}) reference WHERE NOT EXISTS (SELECT FROM "Blob" blob WHERE blob.key = reference.key) GROUP BY key`,
  },
];

/** Objects without a row. A sweep deletes those of released blobs. $2: older objects are no longer being written. */
const orphans = (table: string) => `
  SELECT name AS id, key, CASE kind WHEN 'foreign' THEN 'not ours: ' WHEN 'blob' THEN 'bytes without a row: ' ELSE 'left over: ' END || name AS text
    FROM ${table} kept
   WHERE CASE kind
           WHEN 'blob' THEN NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key) AND NOT ${isUpload("kept.key")}
           WHEN 'partial' THEN NOT ${isReceiving("kept.key")}
                               AND NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key AND "releasedAt" IS NOT NULL) AND ("changedAt" < $2 OR NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key))
           WHEN 'owner' THEN false
           WHEN 'sidecar' THEN CASE WHEN key IS NULL THEN "changedAt" < $2 ELSE NOT ${isUpload("kept.key")}
                                   AND NOT EXISTS (SELECT FROM "Blob" WHERE key = kept.key AND "releasedAt" IS NOT NULL) END
           ELSE true END`;

async function findOrphans(client: pg.ClientBase, signal: AbortSignal): Promise<Findings> {
  const old = new Date((await blobStore().now()).getTime() - LEFTOVER_GRACE_MS);
  const first = await find(client, [{ text: orphans("kept"), values: [old] }]);
  if (first.count === 0) return first;
  // An object that came or went between the listing and the query is no orphan in a second listing.
  await listIntoTable(client, blobStore(), "kept_later", signal);
  return find(client, [{ text: `${orphans("kept_later")} AND name IN (SELECT name FROM kept)`, values: [old] }]);
}

const mismatches: readonly Question[] = [
  {
    text: `SELECT blob.key AS id, blob.key, 'blob ' || blob.key || ' has ' || kept.size || ' bytes instead of ' || blob.size AS text
             FROM "Blob" blob JOIN kept ON kept.key = blob.key AND kept.kind = 'blob' WHERE kept.size <> blob.size AND NOT (${IS_UNUSED})`,
    isStillWrong: async ({ key }) => {
      const [row, stored] = [await readRowSize(key ?? ""), await readStoredSize(key)];
      return row !== null && stored !== null && row !== stored;
    },
  },
  {
    text: `SELECT upload.id, upload.id AS key, 'upload ' || upload.id || ' has ' || length || ' bytes, and its blob ' || blob.size AS text
             FROM ${MISMATCHED_UPLOADS}`,
  },
  {
    text: `SELECT lpad(entry.id::text, 20, '0') AS id, "blobKey" AS key,
                  'file ' || entry.id || ' of tree ' || "treeId" || ' ends at byte ' || "offset" + head + "storedSize" || ' of blob ' || "blobKey" || ', which has ' || blob.size AS text
             FROM ${ALL_ENTRIES} CROSS JOIN LATERAL (SELECT CASE WHEN "hasLocalHeader" THEN 30 ELSE 0 END AS head) header
             JOIN "Blob" blob ON blob.key = entry."blobKey" WHERE "offset" + head + "storedSize" > blob.size`,
  },
  {
    text: `SELECT lpad(tree.id::text, 20, '0') AS id, NULL AS key,
                  'tree ' || tree.id || ' says ' || "fileCount" || ' files of ' || "byteCount" || ' bytes, and has ' || files || ' of ' || bytes AS text
             FROM ${TREES_MEASURED}
            WHERE (files <> "fileCount" OR bytes <> "byteCount")
              AND ${IS_FILLED}`,
  },
];

async function readCounts(client: pg.ClientBase): Promise<Pick<StorageInspection, "underWay" | "compared">> {
  const { rows } = await client.query<StorageInspection["underWay"] & StorageInspection["compared"]>({
    text: `SELECT ${UPLOADS_UNDER_WAY} AS uploads,
                  ${IMPORTS_UNDER_WAY} AS imports,
                  (SELECT count(*) FROM "Blob" blob WHERE "releasedAt" IS NULL AND ${IS_BEING_WRITTEN}) AS writes,
                  (SELECT count(*) FROM "Blob" blob WHERE ("releasedAt" IS NOT NULL OR NOT ${IS_BEING_WRITTEN}) AND ${IS_UNUSED}) AS unneeded,
                  (SELECT count(*) FROM "Blob") AS blobs, (SELECT coalesce(sum(size), 0)::bigint FROM "Blob") AS "blobBytes",
                  (SELECT count(*) FROM kept) AS objects, ${TREE_COUNT} AS trees,
                  ${FILE_COUNT} AS files`,
  });
  const [row] = rows;
  if (!row) throw new Error("Nothing was counted.");
  const { uploads, imports, writes, unneeded, ...compared } = row;
  return { underWay: { uploads, imports, writes, unneeded }, compared };
}

export async function inspectStorage(signal: AbortSignal): Promise<StorageInspection> {
  const client = await pool().connect();
  try {
    await listIntoTable(client, blobStore(), "kept", signal);
    const missing = await find(client, missingBytes);
    const orphaned = await findOrphans(client, signal);
    const mismatched = await find(client, mismatches);
    return { missing, orphaned, mismatched, ...(await readCounts(client)) };
  } finally {
    client.release(true);
  }
}
