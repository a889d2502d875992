import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { migrate } from "@/prisma/migrate";

const owner = `owner_${randomBytes(6).toString("hex")}`;
const password = randomBytes(12).toString("hex");

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject("serverUrl") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

afterAll(() => onServer(`DROP DATABASE IF EXISTS ${owner} WITH (FORCE)`, `DROP ROLE IF EXISTS ${owner}`));

it("every migration is applied by an owner of the database who is no superuser, the trigram index too", async () => {
  await onServer(`CREATE ROLE ${owner} LOGIN PASSWORD '${password}'`, `CREATE DATABASE ${owner} OWNER ${owner} TEMPLATE template0`);
  const url = Object.assign(new URL(inject("serverUrl")), { username: owner, password, pathname: `/${owner}` }).href;
  expect((await migrate(url)).length).toBeGreaterThan(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT indexdef, (SELECT usesuper FROM pg_user WHERE usename = current_user) AS super FROM pg_indexes WHERE indexname = 'AuditEvent_text_idx'`,
    );
    expect(rows).toEqual([{ indexdef: expect.stringContaining("gin_trgm_ops"), super: false }]);
  } finally {
    await client.end();
  }
});
