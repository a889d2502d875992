import path from "node:path";
import { disconnect } from "../lib/db";
import { isDatabaseAway, isStoreAway } from "../lib/errors";
import { readCommand, USAGE } from "./admin/commands";
import { RefusedError } from "./admin/refused";
import { asksForHelp } from "./asks-for-help";
import { borrowDatabase } from "./database/borrowed";

/** Every process of the product may run meanwhile, or none. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (asksForHelp(words)) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const command = readCommand(words);
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  process.env.DATA_DIR = dataDir;
  // What is under way is short, and a database that was started for it is to be stopped in order.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  const { url, giveBack } = await borrowDatabase(dataDir);
  try {
    process.env.DATABASE_URL = url;
    process.stdout.write(`${await command()}\n`);
  } finally {
    await disconnect();
    await giveBack();
  }
}

function explain(error: unknown): string {
  if (isStoreAway(error)) return "The object store cannot be reached.";
  if (isDatabaseAway(error)) return "The database cannot be reached.";
  return error instanceof Error ? error.message : String(error);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = error instanceof RefusedError ? 1 : 2;
}
