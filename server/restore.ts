import { parseArgs } from "node:util";
import { describeInspection } from "../lib/storage/present";
import { isSound } from "../lib/storage/schema";
import { restoreBackup } from "./backup/restore";
import { resolveDataDir, runCommand } from "./command";

const USAGE = `Usage: npm run restore -- --from <backup> [--force]

  --from    a folder that npm run backup has written; of several backups in it, the newest
  --force   DATA_DIR is not empty: move what is there aside`;

await runCommand(USAGE, async (signal) => {
  if (process.env.DATABASE_URL || process.env.S3_BUCKET)
    throw new Error(
      "This brings back the embedded database and files on disk. For a PostgreSQL or a bucket of your own, see docs/backup.md.",
    );
  const { from, force } = parseArgs({ options: { from: { type: "string" }, force: { type: "boolean", default: false } } }).values;
  if (!from) throw new Error(USAGE);
  const dataDir = resolveDataDir();
  process.stdout.write(`Bringing back ${from} …\n`);
  const { takenAt, inspection, aside } = await restoreBackup({ from, dataDir, force, signal });
  if (aside) process.stdout.write(`What was in ${dataDir} is in ${aside} now.\n`);
  process.stdout.write(`${dataDir} is as it was at ${takenAt}.\n\n${describeInspection(inspection)}\n`);
  return isSound(inspection) ? 0 : 1;
});
