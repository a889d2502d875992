import path from "node:path";
import { parseArgs } from "node:util";
import { describeInspection } from "../lib/storage/present";
import { isSound } from "../lib/storage/schema";
import { asksForHelp } from "./asks-for-help";
import { bringBack } from "./backup/bring-back";

const USAGE = `Usage: npm run restore -- --from <backup> [--force]

  --from    a .tar, or a folder that npm run backup has written; of several backups in it, the newest
  --force   DATA_DIR is not empty: move what is there aside`;

function readArguments(): { from: string; force: boolean } {
  const { values } = parseArgs({ options: { from: { type: "string" }, force: { type: "boolean", default: false } } });
  if (!values.from) throw new Error(USAGE);
  return { from: values.from, force: values.force };
}

/** @returns the exit code: 0 when database and files fit together */
async function restore(): Promise<number> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const { DATABASE_URL, S3_BUCKET } = process.env;
  if (DATABASE_URL || S3_BUCKET)
    throw new Error(
      "This brings back the embedded database and files on disk. For a PostgreSQL or a bucket of your own, see docs/backup.md.",
    );
  const { from, force } = readArguments();
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort(new Error("Stopped.")));
  process.stdout.write(`Bringing back ${from} …\n`);
  const { takenAt, inspection, aside } = await bringBack({ from, dataDir, force, signal: stopping.signal });
  if (aside) process.stdout.write(`What was in ${dataDir} is in ${aside} now.\n`);
  process.stdout.write(`${dataDir} is as it was at ${takenAt}.\n\n${describeInspection(inspection)}\n`);
  return isSound(inspection) ? 0 : 1;
}

try {
  process.exitCode = await restore();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
