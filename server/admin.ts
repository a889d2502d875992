import { AppError, isDatabaseUnavailable, isStoreUnavailable } from "../lib/errors";
import { readCommand, USAGE } from "./admin/commands";
import { runCommand, withDatabase } from "./command";

function explain(error: unknown): unknown {
  if (isStoreUnavailable(error)) return new Error("The object store cannot be reached.");
  return isDatabaseUnavailable(error) ? new Error("The database cannot be reached.") : error;
}

async function administer(): Promise<number> {
  try {
    const command = readCommand(process.argv.slice(2));
    // Let the command end, and stop a database that it started.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
    process.stdout.write(`${await withDatabase(command)}\n`);
    return 0;
  } catch (error) {
    // A refusal, such as of a common password.
    if (!(error instanceof AppError)) throw explain(error);
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
}

await runCommand(USAGE, administer);
