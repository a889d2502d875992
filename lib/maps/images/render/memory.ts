import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_MS = 400;

interface ProcessMemory {
  parent: number;
  own: number;
}

async function readProcess(pid: number): Promise<ProcessMemory | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return status === "" ? null : { parent: read("PPid"), own: (read("RssAnon") + read("RssShmem")) * 1024 };
}

/** Returns the memory of a process and its descendants in bytes; 0 on systems without /proc. */
async function memoryOf(pid: number): Promise<number> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const all = new Map<number, ProcessMemory>();
  for (const one of pids) {
    const found = await readProcess(one);
    if (found) all.set(one, found);
  }
  const belongs = (one: number): boolean => one === pid || (one > 1 && belongs(all.get(one)?.parent ?? 0));
  return [...all].reduce((sum, [one, { own }]) => (belongs(one) ? sum + own : sum), 0);
}

/** Resolves when the memory of a process and its descendants exceeds the limit in bytes. @throws the reason of the signal */
export async function exceedMemory(pid: number, limit: number, signal: AbortSignal): Promise<void> {
  while ((await memoryOf(pid)) <= limit) await pause(LOOK_MS, undefined, { signal });
  signal.throwIfAborted();
}
