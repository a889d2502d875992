/** Generates the Prisma client when it is missing or older than its inputs. */
import { stat } from "node:fs/promises";
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
  // The client needs no engine. Without the variable Prisma would download one.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" };
  const prisma = "node_modules/prisma/build/index.js";
  await step("Generating the database client", () => runQuietly(process.execPath, [prisma, "generate"], env));
}
