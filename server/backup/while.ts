import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BackupSession } from "./session";

const CHECK_EVERY_MS = 10_000;

/**
 * Runs a command of the operator's while nothing that is stored is deleted.
 * @returns its exit code
 * @throws Error when the database did not keep its promise all the time
 */
export async function runWhile(session: BackupSession, command: string, signal: AbortSignal): Promise<number> {
  const child = spawn(command, { shell: true, stdio: "inherit" });
  let lost: unknown;
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  // A silent connection is one that a firewall forgets; and a copy that is in vain need not be finished.
  const looking = setInterval(() => {
    session.check().catch((error: unknown) => {
      lost = error;
      stop();
    });
  }, CHECK_EVERY_MS);
  try {
    const [code] = await once(child, "exit");
    await session.check();
    return lost === undefined && typeof code === "number" ? code : 1;
  } catch (cause) {
    throw new Error("The connection to the database was lost meanwhile: the backup may lack files. Repeat it.", { cause });
  } finally {
    clearInterval(looking);
    signal.removeEventListener("abort", stop);
  }
}
