/** `npx tsx scripts/create-migration.ts <name>`: writes the migration from what is there to schema.prisma, on DATABASE_URL (an up-to-date development database). */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { noFilters, openSchemaEngine } from "../prisma/schema-engine";

const name = process.argv[2];
const databaseUrl = process.env.DATABASE_URL;
if (!name || !databaseUrl) throw new Error("Usage: DATABASE_URL=… npx tsx scripts/create-migration.ts <name>");

const engine = await openSchemaEngine(databaseUrl);
const schema = await readFile("prisma/schema.prisma", "utf8");
const from = (
  await engine
    .introspect({
      schema: { files: [{ path: "schema.prisma", content: 'datasource db {\n  provider = "postgresql"\n}' }] },
      baseDirectoryPath: process.cwd(),
      force: true,
      compositeTypeDepth: 0,
      namespaces: null,
    })
    .catch(() => null)
)?.schema;
const result = await engine.diff({
  from: from ? { tag: "schemaDatamodel", files: from.files } : { tag: "empty" },
  to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: schema }] },
  script: true,
  exitCode: null,
  filters: noFilters,
});
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = path.join("prisma/migrations", `${stamp}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "migration.sql"), result.stdout ?? "");
process.stdout.write(`${folder}\n`);
process.exit(0);
