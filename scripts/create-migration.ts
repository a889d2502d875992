/** Writes a migration from the schema of the last commit: npx tsx scripts/create-migration.ts <name>. Needs DATABASE_URL or a running product. */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DiffTarget } from "@prisma/schema-engine-wasm";
import { noFilters, openSchemaEngine } from "../prisma/schema-engine";

const SCHEMA = "prisma/schema.prisma";

const ADDRESS_FILE = path.join(process.env.DATA_DIR || ".data", "database-url");

function target(content: string): DiffTarget {
  return { tag: "schemaDatamodel", files: [{ path: SCHEMA, content }] };
}

const name = process.argv[2];
if (!name) throw new Error("Usage: npx tsx scripts/create-migration.ts <name>");

const from = execFileSync("git", ["show", `HEAD:${SCHEMA}`], { encoding: "utf8" });
const to = await readFile(SCHEMA, "utf8");
const engine = await openSchemaEngine(process.env.DATABASE_URL || (await readFile(ADDRESS_FILE, "utf8")).trim());
const { stdout } = await engine.diff({ from: target(from), to: target(to), script: true, exitCode: null, filters: noFilters });
if (!stdout?.trim() || stdout.includes("This is an empty migration")) throw new Error(`${SCHEMA} has not changed since the last commit.`);
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = path.join("prisma/migrations", `${stamp}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "migration.sql"), stdout);
process.stdout.write(`${folder}\n`);
