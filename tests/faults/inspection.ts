import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { Ending, Journey } from "./journey";
import { sha256 } from "./map-archive";

/** Inspects the database and the object store of a product from outside. */
export class Inspection {
  private constructor(
    private readonly dataDir: string,
    private readonly client: pg.Client,
  ) {}

  static async open(dataDir: string): Promise<Inspection> {
    const connectionString = (await readFile(path.join(dataDir, "database-url"), "utf8")).trim();
    const client = new pg.Client({ connectionString });
    await client.connect();
    return new Inspection(dataDir, client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async count(sql: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) AS count ${sql}`, values);
    return Number(rows[0]?.count ?? 0);
  }

  private fileOf(blobKey: string): string {
    return path.join(this.dataDir, "blobs", blobKey);
  }

  /** Checks a journey that has ended. @returns the rules that do not hold */
  async judge({ safeName, archive, uploadId }: Journey, { outcome }: Ending): Promise<string[]> {
    const found: string[] = [];
    const projects = await this.count(`FROM "Project" WHERE "safeName" = $1`, [safeName]);
    const wanted = outcome === "project" ? 1 : 0;
    if (projects !== wanted) found.push(`${projects} projects instead of ${wanted}`);
    const imports = await this.count(`FROM "Import" WHERE "safeName" = $1`, [safeName]);
    if (imports !== 1) found.push(`${imports} imports instead of 1`);
    if (outcome === "project") {
      const kept = await readFile(this.fileOf(uploadId)).catch(() => Buffer.alloc(0));
      if (sha256(kept) !== sha256(archive.zip)) found.push("the uploaded bytes are not those that were sent");
    }
    return found;
  }

  /** Checks the whole product while nothing is under way. @returns the rules that do not hold */
  async judgeAll(): Promise<string[]> {
    const found: string[] = [];
    const loose = await this.count(`FROM "Tree" t WHERE NOT EXISTS (SELECT FROM "Project" p WHERE p."currentTreeId" = t.id)`);
    if (loose > 0) found.push(`${loose} trees that no project points to`);
    const dangling = await this.count(
      `FROM "Entry" e LEFT JOIN "Blob" b ON b.key = e."blobKey"
        WHERE e.kind = 'file' AND e."storedSize" > 0 AND (b.key IS NULL OR e."offset" + e."storedSize" > b.size)`,
    );
    if (dangling > 0) found.push(`${dangling} files whose bytes are not in a blob`);
    const { rows } = await this.client.query<{ key: string; size: string }>(`SELECT key, size FROM "Blob"`);
    for (const { key, size } of rows) {
      const actual = await stat(this.fileOf(key)).catch(() => undefined);
      if (actual?.size !== Number(size)) found.push(`blob ${key} has ${actual?.size ?? "no"} bytes instead of ${size}`);
    }
    return found;
  }

  /** Files without a row: a kill between bytes and row leaves them for the sweep. They only use space. */
  async listOrphans(): Promise<string[]> {
    const { rows } = await this.client.query<{ key: string }>(`SELECT key FROM "Blob" UNION SELECT id FROM "Upload"`);
    const known = new Set(rows.map(({ key }) => key));
    return (await readdir(path.join(this.dataDir, "blobs"))).filter((name) => !known.has(name));
  }
}
