import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { MigrationDirectory, MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { noFilters, openSchemaEngine } from "./schema-engine";

/** Prevents two starting hosts from migrating at once. */
const MIGRATION_LOCK = 7_327_846;

export async function readMigrations(baseDir = path.join(process.cwd(), "prisma/migrations")): Promise<MigrationList> {
  const found = await readdir(baseDir, { withFileTypes: true });
  const names = found
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name): Promise<MigrationDirectory> => {
      const content = await readFile(path.join(baseDir, name, "migration.sql"), "utf8");
      return { path: name, migrationFile: { path: "migration.sql", content: { tag: "ok", value: content } } };
    }),
  );
  const lockfile = await readFile(path.join(baseDir, "migration_lock.toml"), "utf8");
  return { baseDir, lockfile: { path: "migration_lock.toml", content: lockfile }, shadowDbInitScript: "", migrationDirectories };
}

export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const engine = await openSchemaEngine(databaseUrl);
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: await readMigrations(), filters: noFilters });
    return appliedMigrationNames;
  } finally {
    await lock.end();
  }
}
