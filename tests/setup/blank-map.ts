/** A map of blank pages in the product under test. Only one test opens it, so its views can be counted. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { inProduct } from "./product-database";

export interface BlankMap {
  name: string;
  safeName: string;
  /** Views in the database, summed over all days. */
  views(): Promise<number>;
  remove(): Promise<void>;
}

async function insertMap(client: pg.Client, id: string, name: string, safeName: string, pages: readonly string[]): Promise<void> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ id: string }>(`INSERT INTO "Tree" (kind) VALUES ('project') RETURNING id`);
  const treeId = rows[0]?.id;
  await client.query(
    `WITH root AS (INSERT INTO "Entry" ("treeId", kind, name) VALUES ($1, 'folder', '') RETURNING id)
     INSERT INTO "Entry" ("treeId", "parentId", kind, name) SELECT $1, root.id, 'file', page FROM root, unnest($2::text[]) AS page`,
    [treeId, pages],
  );
  await client.query(
    `INSERT INTO "Project" (id, name, "safeName", "currentTreeId", "createdAt") VALUES ($1, $2, $3, $4, now() + interval '1 second')`,
    [id, name, safeName, treeId],
  );
  await client.query(`UPDATE "Tree" SET "projectId" = $2 WHERE id = $1`, [treeId, id]);
  await client.query("COMMIT");
}

/** Inserts the map as the newest project. @param pages files at the top of the map, including `index.html` */
export async function insertBlankMap(name: string, pages: readonly string[]): Promise<BlankMap> {
  const id = randomUUID();
  const safeName = `blank-${id}`;
  await inProduct((client) => insertMap(client, id, name, safeName, pages));
  const views = async (client: pg.Client) => {
    const { rows } = await client.query(`SELECT coalesce(sum(count), 0)::int AS views FROM "MapView" WHERE "projectId" = $1`, [id]);
    return Number(rows[0]?.views);
  };
  return {
    name,
    safeName,
    views: () => inProduct(views),
    remove: () => inProduct(async (client) => void (await client.query(`DELETE FROM "Project" WHERE id = $1`, [id]))),
  };
}
