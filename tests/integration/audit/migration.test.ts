import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { migrate, readMigrations } from "@/prisma/migrate";

// The test server removes role and databases: the schema engine stays connected until then.
const role = `migrator_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");

function addressOf(database: string, as: { username?: string; password?: string } = {}): string {
  return Object.assign(new URL(inject("serverUrl")), { pathname: `/${database}`, ...as }).href;
}

async function run(address: string, statements: readonly string[]): Promise<pg.QueryResult["rows"]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    let rows: pg.QueryResult["rows"] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const readIndex = `SELECT indexdef FROM pg_indexes WHERE indexname = 'AuditEvent_text_idx'`;

it("the migration, with the trigram index, succeeds for a database owner without the superuser role", async () => {
  const database = `${role}_owned`;
  await run(addressOf("postgres"), [
    `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${database} OWNER ${role} TEMPLATE template0`,
  ]);
  const address = addressOf(database, { username: role, password });
  expect((await migrate(address)).length).toBeGreaterThan(0);
  expect(await run(address, [readIndex])).toEqual([{ indexdef: expect.stringContaining("gin_trgm_ops") }]);
});

it("the migration succeeds without the trigram index when extensions can't be created", async () => {
  const database = `${role}_guest`;
  const address = addressOf(database, { username: role, password });
  await run(addressOf("postgres"), [`CREATE DATABASE ${database} TEMPLATE template0`]);
  await run(addressOf(database), [`GRANT CREATE ON SCHEMA public TO ${role}`]);
  // The schema engine can run once per process, so these statements go to PostgreSQL directly.
  const [directory] = (await readMigrations()).migrationDirectories;
  const content = directory?.migrationFile.content;
  expect(await run(address, [content?.tag === "ok" ? content.value : "", readIndex])).toEqual([]);
});
