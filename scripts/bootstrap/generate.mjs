/** Generates the Prisma client when it is missing or older than its inputs. */
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { runQuietly, step } from "./run.mjs";

const output = "lib/generated/prisma/client.ts";
const inputs = ["prisma/schema.prisma", "node_modules/.package-lock.json"];

async function changedAt(file) {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}

export async function generate() {
  const newest = Math.max(...(await Promise.all(inputs.map(changedAt))));
  if ((await changedAt(output)) >= newest) return;
  // A process of its own frees the memory of the generator, and keeps its output away from ours.
  await step("Generating the database client", () => runQuietly(process.execPath, [import.meta.filename]));
}

/** Does what `prisma generate` does. Prisma's command line is three times as large, with a database browser and a database. */
async function writeClient() {
  // Prisma's ES modules can only be imported through a bundler.
  const require = createRequire(import.meta.url);
  const { getGenerators, loadSchemaContext } = require("@prisma/internals");
  const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
  const registry = { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } };
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: inputs[0] } });
  for (const generator of await getGenerators({ schemaContext, registry })) await generator.generate();
}

if (process.argv[1] === import.meta.filename) await writeClient();
