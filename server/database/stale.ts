import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isRunning } from "../../lib/jobs/lock";

const FAST_LIMIT_MS = 30_000;
const IMMEDIATE_LIMIT_MS = 5_000;

/** Returns true when the process is a server of this cluster, which its command line names. Process ids are reused. */
function serves(pid: number, cluster: string): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync("/proc/self/cmdline")) return isRunning(pid);
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").split("\0").includes(cluster);
}

/** Stops a server that a killed supervisor has left on this cluster. @throws Error when it doesn't end */
export async function stopStale(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const attempts = [
    ["SIGINT", FAST_LIMIT_MS],
    ["SIGQUIT", IMMEDIATE_LIMIT_MS],
    ["SIGKILL", IMMEDIATE_LIMIT_MS],
  ] as const;
  for (const [signal, limit] of attempts) {
    if (!serves(pid, cluster)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + limit;
    while (serves(pid, cluster) && Date.now() < deadline) await pause(50);
  }
  if (serves(pid, cluster)) throw new Error(`An old PostgreSQL (process ${pid}) still uses ${cluster} and does not end.`);
}
