import path from "node:path";
import { parseArgs } from "node:util";
import { asksForHelp } from "./asks-for-help";
import { commandEnvironment } from "./backup/command-environment";
import { requireOutside } from "./backup/place";
import { describeBytes } from "./backup/progress";
import { BackupSession } from "./backup/session";
import { takeBackup } from "./backup/take";
import { runWhile } from "./backup/while";
import { borrowDatabase } from "./database/borrowed";

const USAGE = `Usage: npm run backup -- --to <place>
       npm run backup -- --while <command>

  --to      a folder, to which each backup adds what is new, or a file whose name ends with .tar
  --while   for a PostgreSQL or a bucket of your own: nothing that is stored is deleted while the command copies both`;

type Arguments = { to: string } | { command: string };

function readArguments(): Arguments {
  const { values } = parseArgs({ options: { to: { type: "string" }, while: { type: "string" } } });
  if (values.to && !values.while) return { to: values.to };
  if (values.while && !values.to) return { command: values.while };
  throw new Error(USAGE);
}

async function backUp(databaseUrl: string, dataDir: string, to: string, signal: AbortSignal): Promise<number> {
  process.stdout.write(`Backing up ${dataDir} …\n`);
  const { place, files, bytes } = await takeBackup({ dataDir, databaseUrl, to, signal });
  process.stdout.write(`${place} has ${files} files of ${describeBytes(bytes)}. It holds passwords and the secret: keep it safe.\n`);
  return 0;
}

async function holdWhile(databaseUrl: string, command: string, signal: AbortSignal): Promise<number> {
  const session = await BackupSession.open(databaseUrl);
  try {
    return await runWhile(session, command, { env: commandEnvironment(databaseUrl, process.env), signal });
  } finally {
    await session.close();
  }
}

async function main(): Promise<number> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const wanted = readArguments();
  const isEmbedded = !process.env.DATABASE_URL && !process.env.S3_BUCKET;
  if ("to" in wanted && !isEmbedded)
    throw new Error("--to is for the embedded database and files on disk. For a PostgreSQL or a bucket of your own, see docs/backup.md.");
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  if ("to" in wanted) await requireOutside(dataDir, wanted.to);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort(new Error("Stopped.")));
  const { url, giveBack } = await borrowDatabase(dataDir);
  try {
    if ("to" in wanted) return await backUp(url, dataDir, wanted.to, stopping.signal);
    return await holdWhile(url, wanted.command, stopping.signal);
  } finally {
    await giveBack();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
