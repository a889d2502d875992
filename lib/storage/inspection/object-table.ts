import type pg from "pg";
import type { BlobStore, StoredObject } from "../../blobs/store";

const ROWS_AT_ONCE = 5_000;

/** Lists the object store into a temporary table, so that PostgreSQL compares it with the rows. @param table a trusted name */
export async function listIntoTable(client: pg.ClientBase, store: BlobStore, table: string, signal: AbortSignal): Promise<void> {
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
