import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { BACKUP_LOCK } from "@/lib/blobs/backup-lock";
import { pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { commandEnvironment, runCommand } from "@/server/backup/run-command";
import { BackupSession } from "@/server/backup/session";
import { until } from "../../setup/until";

let folder: string;
let note: string;
let session: BackupSession;
let stopping: AbortController;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-while-"));
  note = path.join(folder, "note");
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  session = await BackupSession.open(env().databaseUrl);
  stopping = new AbortController();
});
afterEach(async () => {
  await session.close().catch(() => undefined);
  await rm(note, { force: true });
});

const run = (command: string, checkEveryMs?: number) =>
  runCommand(session, command, { env: { ...process.env, NOTE: note }, signal: stopping.signal, checkEveryMs });

/** A shell command with an endless child process. It writes the child's process ID to a file. */
const ENDLESS = 'tail -f /dev/null & echo $! > "$NOTE.new"; mv "$NOTE.new" "$NOTE"; wait; true';

async function findProgram(): Promise<number> {
  await until("the program runs", () => existsSync(note));
  return Number(await readFile(note, "utf8"));
}

it.each([
  ["exit 0", 0],
  ["exit 7", 7],
  ["kill -KILL $$", 137],
])("runCommand returns the exit code of %s as %i", async (command, code) => {
  await expect(run(command)).resolves.toBe(code);
});

it("runCommand ends all processes of the command before it resolves when it is stopped", async () => {
  const running = run(ENDLESS);
  const program = await findProgram();
  stopping.abort();
  expect(await running).not.toBe(0);
  // A zombie has already ended.
  const stat = await readFile(`/proc/${program}/stat`, "utf8").catch(() => "gone) Z");
  expect(stat.split(") ").at(-1)?.[0]).toBe("Z");
});

/** Ends the session of this database only: other test files use the same server. */
const loseConnection = () =>
  pool().query({
    text: `SELECT pg_terminate_backend(lock.pid) FROM pg_locks lock JOIN pg_database ON pg_database.oid = lock.database
            WHERE locktype = 'advisory' AND objid = $1 AND mode = 'ExclusiveLock' AND datname = current_database()`,
    values: [BACKUP_LOCK],
  });

it("runCommand stops the command and rejects when the database connection is lost", async () => {
  const lost = expect(run(ENDLESS, 25)).rejects.toThrow("The connection to the database was lost meanwhile");
  await findProgram();
  await loseConnection();
  await lost;
});

it("runCommand rejects when the connection is lost just before the command ends", async () => {
  const running = run('echo 1 > "$NOTE"; until [ -e "$NOTE.end" ]; do :; done');
  // Attach the expectation now, because the promise may reject before the next step of this test.
  const lost = expect(running).rejects.toThrow("The connection to the database was lost meanwhile");
  await findProgram();
  await loseConnection();
  await pool().query("SELECT 1");
  await writeFile(`${note}.end`, "");
  await lost;
});

it("runCommand does not report a lost connection when the command can't start", async () => {
  const tooLong = `true ${"x".repeat(3_000_000)}`;
  await expect(run(tooLong)).rejects.toThrow("E2BIG");
});

it("the command receives the database connection in environment variables", async () => {
  const { pathname, port, username } = new URL(env().databaseUrl);
  const command = 'echo "$PGDATABASE $PGPORT $PGUSER" > "$NOTE"';
  const options = { env: { ...commandEnvironment(env().databaseUrl, process.env), NOTE: note }, signal: stopping.signal };
  expect(await runCommand(session, command, options)).toBe(0);
  expect(await readFile(note, "utf8")).toBe(`${pathname.slice(1)} ${port} ${username}\n`);
});
