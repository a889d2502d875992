import { parseArgs } from "node:util";
import { createBackup } from "./backup/create";
import { describeBytes, requireOutside } from "./backup/format";
import { commandEnvironment, runCommand as runUnderLock } from "./backup/run-command";
import { BackupSession } from "./backup/session";
import { resolveDataDir, runCommand, withDatabase } from "./command";

const USAGE = `Usage: npm run backup -- --to <place>
       npm run backup -- --while <command>

  --to      a folder, to which each backup adds what is new
  --while   for a PostgreSQL or a bucket of your own: nothing that is stored is deleted while the command copies both`;

function readArguments(): { to: string } | { command: string } {
  const { values } = parseArgs({ options: { to: { type: "string" }, while: { type: "string" } } });
  if (values.to && !values.while) return { to: values.to };
  if (values.while && !values.to) return { command: values.while };
  throw new Error(USAGE);
}

async function backUp(to: string, signal: AbortSignal): Promise<number> {
  if (process.env.DATABASE_URL || process.env.S3_BUCKET)
    throw new Error("--to is for the embedded database and files on disk. For a PostgreSQL or a bucket of your own, see docs/backup.md.");
  const dataDir = resolveDataDir();
  await requireOutside(dataDir, to);
  return withDatabase(async (databaseUrl) => {
    process.stdout.write(`Backing up ${dataDir} …\n`);
    const { place, files, bytes } = await createBackup({ dataDir, databaseUrl, to, signal });
    process.stdout.write(`${place} has ${files} files of ${describeBytes(bytes)}. It holds passwords and the secret: keep it safe.\n`);
    return 0;
  });
}

async function runWithLock(databaseUrl: string, command: string, signal: AbortSignal): Promise<number> {
  const session = await BackupSession.open(databaseUrl);
  try {
    const code = await runUnderLock(session, command, { env: commandEnvironment(databaseUrl, process.env), signal });
    if (code === 0) await session.recordDone();
    return code;
  } finally {
    await session.close();
  }
}

await runCommand(USAGE, async (signal) => {
  const wanted = readArguments();
  if ("to" in wanted) return await backUp(wanted.to, signal);
  return await withDatabase((databaseUrl) => runWithLock(databaseUrl, wanted.command, signal));
});
